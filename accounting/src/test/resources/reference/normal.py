"""Makes normal.csv: python3 normal.py > normal.csv (needs mpmath)."""
import random

from mpmath import erfc, erfinv, exp, log, mp, mpf, npdf, nstr, pi, sqrt

mp.dps = 60
random.seed(1)


def series(y):
    """Asymptotic series of y·R(y), R being Mills' ratio."""
    term = total = mpf(1)
    for n in range(1, 20):
        term *= -(2 * n - 1) / y**2
        total += term
    return total


def cdf(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def log_cdf(x):
    if x > 5:
        return log(1 - cdf(-x))
    if x > -1e4:
        return log(cdf(x))
    return -x * x / 2 - log(-x * sqrt(2 * pi)) + log(series(x))


def erfcx(x):
    return exp(x * x) * erfc(x) if x < 1e4 else series(x * sqrt(mpf(2))) / (x * sqrt(pi))


def quantile(p):
    if p > 0.5:
        return -quantile(1 - p)
    if p > 0.1:
        return sqrt(mpf(2)) * erfinv(2 * p - 1)
    x = -sqrt(-2 * log(p))
    for _ in range(200):
        x += (log(p) - log(cdf(x))) * cdf(x) / npdf(x)
    return x


def row(name, function, x):
    value = function(mpf(x))
    if abs(value) > mpf("1e-307"):
        print("%s,%r,%s" % (name, float(x), nstr(value, 25)))


points = [-38.4, -37.5, -30.1, -20.3, -10.7, -8, -6.5, -5.1, -4, -3.3, -2.5, -2, -1.5, -1, -0.99, -0.7, -0.66, -0.6599,
          -0.5, -0.3, -0.1, -1e-3, -1e-8, -1e-20, 0, 1e-20, 1e-5, 0.2, 0.5, 0.659, 0.66, 0.7, 1, 1.5, 2, 3, 4, 5, 6, 8,
          12, 20, 37] + [random.uniform(-37, 10) for _ in range(60)]
scaled = [-26, -10.3, -3.3, -1, -0.5, -0.46875, -0.4, -0.1, -1e-10, 0, 1e-10, 0.1, 0.3, 0.4, 0.46875, 0.47, 0.5, 0.8, 1,
          1.7, 2, 3, 3.99, 4, 4.01, 5, 7, 10, 26.5, 100, 1e4, 1e8, 1e150, 1e300] \
    + [random.uniform(-3, 8) for _ in range(40)]
probabilities = [5e-314, 1e-310, 1e-300, 1e-200, 1e-100, 1e-50, 1e-30, 1e-20, 1e-16, 1e-10, 1e-6, 1e-5, 0.001, 0.01, 0.1,
                 0.2, 0.2499, 0.25, 0.2501, 0.3, 0.4, 0.49, 0.4999, 0.5 - 1e-10, 0.5 + 1e-15, 0.5000001, 0.6, 0.7, 0.75,
                 0.76, 0.9, 0.99, 0.999, 1 - 1e-8, 1 - 1e-15] \
    + [random.random() for _ in range(30)] + [10 ** random.uniform(-300, -1) for _ in range(30)]
print("# Standard normal distribution: function, argument (an exact double), value.")
print("# Made by normal.py with mpmath 1.2.1 at 60 digits; all 25 digits shown are right.")
for x in points:
    row("cdf", cdf, x)
    row("survival", lambda y: cdf(-y), x)
    row("density", npdf, x)
    row("logCdf", log_cdf, x)
for x in [-40, -100.3, -1234.5, -1e5, -1e8, -1e100]:
    row("logCdf", log_cdf, x)
for x in scaled:
    row("erfcx", erfcx, x)
for p in probabilities:
    row("quantile", quantile, p)
