"""Makes composition.csv: python3 composition.py > composition.csv (needs mpmath)."""
import itertools
import random

from mpmath import exp, loggamma, log, mp, mpf, nstr

mp.dps = 60
random.seed(3)


def law(epsilon, count):
    """Losses and masses of count randomised responses of the same epsilon."""
    e = mpf(epsilon)
    lp, lq = e - log(1 + exp(e)), -log(1 + exp(e))
    top = loggamma(mpf(count + 1))
    center = int(count / (1 + exp(-e)))
    reach = int(45 * (count / 4) ** 0.5) + 5
    for j in range(max(0, center - reach), min(count, center + reach) + 1):
        yield (2 * j - count) * e, exp(top - loggamma(mpf(j + 1)) - loggamma(mpf(count - j + 1)) + j * lp + (count - j) * lq)


def delta(atoms, epsilon):
    return sum(m * (1 - exp(epsilon - l)) for l, m in atoms if l > epsilon)


def convolve(a, b):
    return [(x + y, m * n) for (x, m), (y, n) in itertools.product(a, b)]


def atoms(groups):
    total = [(mpf(0), mpf(1))]
    for epsilon, count in groups:
        total = convolve(total, list(law(epsilon, count)))
    return total


def rows(groups, epsilons):
    listed = atoms(groups)
    name = ";".join("%r:%d" % group for group in groups)
    for epsilon in epsilons:
        print("%s,%r,%s" % (name, epsilon, nstr(delta(listed, mpf(epsilon)), 25)))


print("# Optimal composition of pure mechanisms: epsilon:count of each group, epsilon in all, delta.")
print("# Made by composition.py with mpmath 1.2.1 at 60 digits by summing all atoms; all 25 digits shown are right.")
print("# (Atoms further than 45 standard deviations from the mean, of mass below 1e-400, are left out.)")
rows([(1.0, 1)], [0.0, 0.5, 0.999999])
rows([(0.1, 100)], [0.0, 0.3, 1.0, 2.0, 4.0, 8.0, 9.95])
rows([(0.5, 100)], [0.0, 10.0, 33.3, 49.9])
rows([(5.0, 10)], [0.0, 30.0, 45.0])
rows([(40.0, 3)], [1.0, 100.0, 119.0])
rows([(1e-6, 1000)], [0.0, 1e-6, 1e-4, 9e-4])
rows([(0.01, 10000)], [0.5, 2.0, 10.0, 30.0])
rows([(0.001, 1000000)], [0.0, 1.0, 5.0, 10.0, 30.0])
rows([(0.1, 1000000)], [5050.0, 5500.0, 7000.0])
rows([(0.1, 10), (0.7, 3)], [0.0, 0.5, 2.0, 3.0])
rows([(0.1, 40), (0.25, 30), (1.0, 5)], [0.5, 3.0, 6.0, 12.0, 16.4])
rows([(0.01 * 1.13 ** i, 1) for i in range(16)], [0.0, 0.1, 0.3, 0.6])
rows([(0.02, 400), (0.05, 300), (0.3, 3)], [0.5, 2.0, 4.0, 8.0])
rows([(0.02, 500), (0.031, 600)], [0.5, 2.0, 4.0, 8.0])
