"""Reference values of Rényi divergences, by direct summation or quadrature at 40 digits; run: python3 rdp_mechanisms.py > rdp_mechanisms.csv"""
from mpmath import mp, mpf, exp, log, quad, inf, sqrt, pi, binomial, findroot, linspace

mp.dps = 40


def renyi(alpha, moment):
    return log(moment) / (alpha - 1)


def density(x, mean, sigma):
    return exp(-((x - mean) ** 2) / (2 * sigma ** 2)) / (sigma * sqrt(2 * pi))


def mixture(x, parts, sigma):
    return sum(w * density(x, m, sigma) for w, m in parts)


def mixtures(alpha, p, q, sigma):
    reach = max(abs(m) for _, m in p + q) * (alpha + 1) + 30 * sigma
    cuts = linspace(-reach, reach, 81)
    return renyi(alpha, quad(lambda x: mixture(x, p, sigma) ** alpha * mixture(x, q, sigma) ** (1 - alpha), cuts))


def row(name, *fields):
    print(",".join([name] + [mp.nstr(mpf(f), 25) for f in fields]))


def replaced(q, sigma, alpha):
    q, sigma, alpha = mpf(q), mpf(sigma), mpf(alpha)
    p = [(1 - q, mpf(0)), (q, mpf(1))]
    r = [(1 - q, mpf(0)), (q, mpf(-1))]
    row("replaced", q, sigma, alpha, mixtures(alpha, p, r, sigma))


def group_of_two(q, sigma, alpha):
    q, sigma, alpha = mpf(q), mpf(sigma), mpf(alpha)
    p = [((1 - q) ** 2, mpf(0)), (2 * q * (1 - q), mpf(1)), (q * q, mpf(2))]
    z = [(mpf(1), mpf(0))]
    row("group_of_two", q, sigma, alpha, max(mixtures(alpha, p, z, sigma), mixtures(alpha, z, p, sigma)))


def discrete_laplace(a, distance, alpha):
    a, alpha = mpf(a), mpf(alpha)
    top = int(200 / a) + distance
    mass = lambda x: exp(-a * abs(x))
    total = sum(mass(x) for x in range(-top, top + 1))
    moment = sum(mass(x - distance) ** alpha * mass(x) ** (1 - alpha) for x in range(-top, top + 1)) / total
    row("discrete_laplace", a, distance, alpha, renyi(alpha, moment))


def bounded_range(epsilon, alpha):
    epsilon, alpha = mpf(epsilon), mpf(alpha)

    def moment(t):
        w = (1 - exp(t - epsilon)) / (exp(t) - exp(t - epsilon))
        return w * exp(alpha * t) + (1 - w) * exp(alpha * (t - epsilon))

    low, high = mpf(0), epsilon
    for _ in range(400):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (a, high) if moment(a) < moment(b) else (low, b)
    row("bounded_range", epsilon, alpha, renyi(alpha, moment(low)))


def pure(epsilon, alpha):
    epsilon, alpha = mpf(epsilon), mpf(alpha)
    p = exp(epsilon) / (1 + exp(epsilon))
    row("pure", epsilon, alpha, renyi(alpha, p ** alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)))


def poisson(q, sigma, alpha):
    """The general bound of Poisson sampling (SampledRdp) around a Gaussian."""
    q, s = mpf(q), mpf(sigma)
    curve = lambda k: k / (2 * s * s)
    total = (1 - q) ** (alpha - 1) * (alpha * q - q + 1)
    total += sum(binomial(alpha, k) * q ** k * (1 - q) ** (alpha - k) * exp((k - 1) * curve(k)) for k in range(2, alpha + 1))
    row("poisson", q, s, alpha, log(total) / (alpha - 1))


def without_replacement(q, sigma, alpha):
    """Wang, Balle and Kasiviswanathan around a Gaussian of sensitivity 2: upper and lower bound."""
    q, s = mpf(q), mpf(sigma)
    curve = lambda k: 4 * k / (2 * s * s)
    total = 1 + binomial(alpha, 2) * q ** 2 * min(4 * (exp(curve(2)) - 1), 2 * exp(curve(2)))
    total += sum(2 * binomial(alpha, k) * q ** k * exp((k - 1) * curve(k)) for k in range(3, alpha + 1))
    lower = alpha * log(1 - q) + log(1 + alpha * q / (1 - q) + sum(binomial(alpha, k) * (q / (1 - q)) ** k * exp((k - 1) * curve(k)) for k in range(2, alpha + 1)))
    row("without_replacement", q, s, alpha, log(total) / (alpha - 1), lower / (alpha - 1))


def gaussians(alpha, m0, s0, m1, s1):
    a, m0, s0, m1, s1 = map(mpf, (alpha, m0, s0, m1, s1))
    cuts = linspace(-60 * max(s0, s1), 60 * max(s0, s1), 121)
    moment = quad(lambda x: density(x, m0, s0) ** a * density(x, m1, s1) ** (1 - a), cuts)
    row("gaussians", a, m0, s0, m1, s1, renyi(a, moment))


print("# Rényi divergences: mechanism, parameters, order, value (see rdp_mechanisms.py for each).")
print("# Made by rdp_mechanisms.py with mpmath at 40 digits; at least 15 of the digits shown are right.")
for args in [("0.1", 1, 2), ("0.1", 1, "1.5"), ("0.01", "0.7", "4.3"), ("1e-6", 2, 8), ("0.5", 3, "20.5"), ("0.9", 1, 3)]:
    replaced(*args)
for args in [("0.1", 1, 2), ("0.1", 1, "1.3"), ("0.02", "1.5", "6.5"), ("1e-5", 1, 4), ("0.5", 4, 10)]:
    group_of_two(*args)
for args in [("0.5", 1, 2), ("0.1", 3, "1.5"), ("1", 2, 7), ("0.01", 1, 30)]:
    discrete_laplace(*args)
for args in [("0.5", 2), ("1", "1.5"), ("0.1", 30), ("5", 4), ("0.001", 3)]:
    bounded_range(*args)
for args in [("0.5", 2), ("1e-6", 3), ("5", "1.25"), ("0.1", 1000)]:
    pure(*args)
for args in [("0.01", 2, 5), ("0.1", 1, 3), ("1e-4", "1.5", 12), ("0.5", 4, 2)]:
    poisson(*args)
for args in [("0.01", 2, 5), ("0.1", 3, 3), ("1e-4", "1.5", 12), ("0.3", 4, 2)]:
    without_replacement(*args)
for args in [(2, 0, 1, 1, 1), ("1.5", 0, 1, 1, 2), (3, "0.5", 2, 0, "2.5"), ("1.2", 0, 2, 1, "1.9")]:
    gaussians(*args)
