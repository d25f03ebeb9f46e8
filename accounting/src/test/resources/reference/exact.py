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
        out = []
        for sign in (1, -1):
            j = 0 if sign > 0 else 1
            while True:
                x = sign * j * d
                b, l = self.logs(x)
                e = -x * x / (2 * self.s**2) + b + t * l + log(d / (self.s * sqrt(2 * pi)))
                if e > -95:
                    out.append((l, exp(e)))
                # Beyond the furthest place where a tilted part can be.
                if e < -95 and abs(x) > 12 * self.s + reach * (abs(t) + 2):
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


# kind, sigma, probabilities, shifts, count, delta, first guess, t, h, largest omega (the last four do not change the result)
EPSILON = [
    ('R', 1.79347, [.00021986], [1], 201157, '4.24246e-08', .2702, 42.81, .83, 260),
    ('R', 1, [.01], [1], 1000, '1e-100', 29.5987, 7.871, .0424, 38),
    ('A', 1, [.01], [1], 1000, '1e-100', 5.4794, 131.5, 3.8, 140),
    ('S', 1, [.01], [1], 1000, '1e-5', 2.8434, 5.051, .22, 26),
    ('S', .7, [.1], [1], 200, '1e-8', 36.049, .972, .046, 5.5),
    ('R', .1, [.1], [1], 1000, '1e-5', 6770.72, .009, .0007, 1.1),
    ('A', .3, [.1], [1], 1000, '1e-5', 92.266, 1.755, .149, 33),
    ('R', 1, [.1, .05], [1, 2], 200, '1e-6', 37.127, .6056, .032, 8.3),
    ('A', 1, [.1, .05], [1, 2], 200, '1e-6', 14.677, 3.32, .27, 24),
    ('R', 30, [.001], [1], 10000000, '1e-6', .41998, 43.96, 3.6, 135),
    ('R', 1, [.001], [1], 100000000, '1e-5', 140.747, .3423, .0288, 1.15),
    ('S', 2, [.5], [1], 3, '1e-4', 3.11, 4.491, .39, 25),
    ('R', 1, [.01], [1], 100, '1e-5', .718036, 5.2, .38, 240),
    ('A', 1, [.01], [1], 100, '1e-5', .338156, 52, 5.5, 360),
    ('S', 1, [.1], [1], 10, '1e-5', 3.43426, 2.3, .26, 60),
]

# kind, sigma, rate, count, threshold, t, h, largest omega
TAILS = [
    ('R', 1.38901, '6.35138e-05', 480560, '0.018349266863359002', 30, 2.5, 600),
    ('R', 1.38901, '6.35138e-05', 480560, '0', 30, 2.5, 600),
    ('R', 1.16403, '0.000362931', 62991, '0.11752167117987757', 12, 1.2, 160),
    ('R', 1.16403, '0.000362931', 62991, '0.15235922387545464', 12, 1.2, 160),
    ('A', 1, '0.01', 1000, '0.5', 4, .3, 60),
    ('S', 1, '0.01', 1000, '0.5', 3, .25, 30),
]


def main():
    only = sys.argv[1:]
    for i, (kind, sigma, ps, ms, count, delta, guess, t, h, wmax) in enumerate(EPSILON):
        if only and 'e%d' % i not in only:
            continue
        text = lambda xs: ':'.join(str(x) for x in xs)
        steps = [Step(kind, str(sigma), [(str(p), m) for p, m in zip(ps, ms)], count)]
        value = epsilon(steps, 0, delta, guess, [(t, h), (.9 * t, .7 * h)], wmax)
        print('epsilon,%s,%s,%s,%s,%d,%s,%s' % (kind, sigma, text(ps), text(ms), count, delta, mp.nstr(value, 20)), flush=True)
    for i, (kind, sigma, q, count, c, t, h, wmax) in enumerate(TAILS):
        if only and 't%d' % i not in only:
            continue
        values = tails([Step(kind, str(sigma), [(q, 1)], count)], 0, c, [(t, h), (.9 * t, .7 * h)], wmax)
        print('tails,%s,%s,%s,%d,%s,%s' % (kind, sigma, q, count, c, ','.join(mp.nstr(v, 20) for v in values)), flush=True)


main()
