"""Makes exact_epsilon.csv and exact_tails.csv: losses of composed Gaussian mechanisms in 34-digit arithmetic.

Needs mpmath only. M(z) by the plain trapezoidal rule in x, the contour integrals by the plain trapezoidal rule along two
different lines with two different steps, which must agree to 1e-16 relative; no bounds, no tricks, no shared code.
"""
import sys
from mpmath import mp, mpf, mpc, exp, expm1, expj, log, log1p, sqrt, pi, findroot

mp.dps = 34


class Step:
    """T runs; parts: [(probability, shift)] besides shift 0; kind R: mixture against N(0), A: reversed, S: against mirror."""

    def __init__(self, kind, sigma, parts, count):
        self.kind, self.s, self.count = kind, mpf(sigma), count
        self.parts = [(mpf(p), mpf(m)) for p, m in parts]

    def logs(self, x):
        r = lambda y: log1p(sum(p * expm1(m * (y - m / 2) / self.s**2) for p, m in self.parts))
        if self.kind == 'R':
            return r(x), r(x)
        if self.kind == 'A':
            return mpf(0), -r(x)
        return r(x), r(x) - r(-x)

    def nodes(self, t, wmax):
        """Losses and weights of P tilted by e^{tL}."""
        reach = max(m for _, m in self.parts)
        turns = 2 if self.kind == 'S' else 1
        angle = min(2.6, 13 / float(self.s / reach + mpf(abs(t))**0.5 / 2))
        d = 2 * pi * self.s**2 / reach * angle / (
            95 + turns * wmax * angle + angle**2 * float((self.s / reach)**2) / 2 + (abs(t) + 1) * 0.3 * angle**2)
        j, out = 0, []
        for sign in (1, -1):
            j = 0 if sign > 0 else 1
            quiet, best = 0, mpf('-inf')
            while True:
                x = sign * j * d
                b, l = self.logs(x)
                e = -x * x / (2 * self.s**2) + b + t * l + log(d / (self.s * sqrt(2 * pi)))
                best = max(best, e)
                if e > -95:
                    out.append((l, exp(e)))
                # Past the largest place where a tilted part can be.
                if e < -95 and abs(x) > 12 * self.s + reach * (abs(t) + 2 if e > -400 else 2):
                    break
                j += 1
        return out


def table(steps, precision, t, h, wmax):
    nodes = [s.nodes(t, wmax) for s in steps]
    out = []
    for k in range(int(wmax / h) + 1):
        z = mpc(t, k * h)
        total = precision * z * (z + 1) / 2
        for s, n in zip(steps, nodes):
            total += s.count * log(sum(v * expj(k * h * l) for l, v in n))
        out.append((z, total))
    assert exp((out[-1][1] - out[0][1]).real) < mpf(10)**-24, mp.nstr(exp((out[-1][1] - out[0][1]).real), 5)
    return out


def integral(tab, h, c, kernel):
    total = sum(((exp(l - z * c) * kernel(z)).real / (2 if k == 0 else 1) for k, (z, l) in enumerate(tab)), mpf(0))
    return total * h / pi


def agree(values, what):
    a, b = values
    assert abs(a - b) <= mpf(10)**-16 * abs(a), (what, mp.nstr(a, 25), mp.nstr(b, 25))
    return a


def epsilon(steps, precision, delta, guess, lines, wmax):
    found = []
    for t, h in lines:
        tab = table(steps, precision, mpf(t), mpf(h), wmax)
        f = lambda e: log(integral(tab, mpf(h), e, lambda z: 1 / (z * (z + 1)))) - log(mpf(delta))
        found.append(findroot(f, (mpf(guess), mpf(guess) * (1 + mpf(10)**-6)), solver='secant', tol=1e-50))
    return agree(found, 'epsilon')


def tails(steps, precision, c, lines, wmax):
    """Pr_Q[L > c], Pr_P[L <= c], delta(c); lines right of both poles."""
    found = []
    for t, h in lines:
        tab, c, h = table(steps, precision, mpf(t), mpf(h), wmax), mpf(c), mpf(h)
        found.append((integral(tab, h, c, lambda z: exp(-c) / (z + 1)), 1 - integral(tab, h, c, lambda z: 1 / z),
                      integral(tab, h, c, lambda z: 1 / (z * (z + 1)))))
    return [agree(v, 'tail') for v in zip(*found)]
