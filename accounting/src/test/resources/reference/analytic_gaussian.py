"""Makes analytic_gaussian.csv: python3 analytic_gaussian.py > analytic_gaussian.csv (needs mpmath)."""
import random

from mpmath import erfc, exp, mp, mpf, nstr, sqrt

mp.dps = 100
random.seed(2)


def delta(mu, epsilon):
    mu, epsilon = mpf(mu), mpf(epsilon)
    phi = lambda x: erfc(-x / sqrt(mpf(2))) / 2
    return phi(-epsilon / mu + mu / 2) - exp(epsilon) * phi(-epsilon / mu - mu / 2)


def root(function, low, high):
    """Bisection on a falling function, then the value to 25 digits."""
    for _ in range(200):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return high


print("# Gaussian mechanism, sensitivity 1: what is given first, then what is computed.")
print("# delta,mu,epsilon,value / epsilon,mu,delta,value / sigma,epsilon,delta,value; arguments are exact doubles.")
print("# Made by analytic_gaussian.py with mpmath 1.2.1 at 100 digits; all 25 digits shown are right.")
pairs = []
for _ in range(400):
    mu = 10 ** random.uniform(-8, 4)
    x = random.choice([random.uniform(-3, 6), random.uniform(0, 36.5), random.uniform(-30, 0)])
    epsilon = mu * (x + mu / 2)
    pairs.append((mu, epsilon if epsilon >= 0 else 0.0))
pairs += [(1e-8, 0.0), (1.0, 0.0), (1e4, 0.0), (1e-300, 0.0), (2.0, 2.0), (0.03, 1e-9), (44.0, 1000.0), (1e3, 5e5)]
for mu, epsilon in pairs:
    value = delta(mu, epsilon)
    if value > mpf("1e-300"):
        print("delta,%r,%r,%s" % (mu, epsilon, nstr(value, 25)))
for _ in range(60):
    mu = 10 ** random.uniform(-8, 4)
    target = 10 ** random.uniform(-300, -0.5) if random.random() < 0.5 else 10 ** random.uniform(-12, -1)
    if delta(mu, 0) > target:
        value = root(lambda e: delta(mu, e) - target, mpf(0), mu * (mpf(40) + mu / mpf(2)))
        print("epsilon,%r,%r,%s" % (mu, target, nstr(value, 25)))
for _ in range(60):
    epsilon = 10 ** random.uniform(-6, 7)
    target = 10 ** random.uniform(-300, -0.5) if random.random() < 0.5 else 10 ** random.uniform(-12, -1)
    log_sigma = root(lambda s: delta(exp(-s), epsilon) - target, mpf(-20), mpf(40))
    print("sigma,%r,%r,%s" % (epsilon, target, nstr(exp(log_sigma), 25)))
