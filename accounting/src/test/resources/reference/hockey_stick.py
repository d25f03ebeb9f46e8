"""Writes hockey_stick.csv: delta(eps) = E_P[(1 - e^(eps - L))_+] of single pairs (P, Q), by 40-digit arithmetic.
Run: python3 hockey_stick.py > hockey_stick.csv (needs mpmath). Independent of the project's code."""
from mpmath import mp, mpf, exp, log, ncdf, quad, besseli, tanh, inf, sqrt, pi, findroot, nstr
mp.dps = 40

EPS = ['-2', '-0.5', '-0.05', '0', '0.01', '0.1', '0.5', '1', '2.5', '6']

def continuous(p, q, breaks, sign):
    """Hockey stick of densities p and q whose ratio is monotone; sign says which of them comes first."""
    def delta(e):
        a, b = (p, q) if sign > 0 else (q, p)
        f = lambda t: max(mpf(0), a(t) - exp(e) * b(t))
        return quad(f, breaks(e, sign))
    return delta

def gauss(s):
    return lambda t: exp(-(t - s) ** 2 / 2) / sqrt(2 * pi)

def mixture(ws, ss, sgn=1):
    return lambda t: sum(w * exp(-(t - sgn * s) ** 2 / 2) for w, s in zip(ws, ss)) / sqrt(2 * pi)

def smooth_breaks(p, q):
    """The kink of (p - e^eps q)_+ by bisection on log(p/q), which increases; then pieces of half a unit."""
    def breaks(e, sign):
        target = mpf(e) * sign
        lo, hi = mpf(-40), mpf(40)
        g = lambda t: log(p(t) / q(t)) - target
        grid = [mpf(k) / 2 for k in range(-60, 81)]
        if g(lo) < 0 < g(hi):
            for _ in range(150):
                mid = (lo + hi) / 2
                lo, hi = (mid, hi) if g(mid) < 0 else (lo, mid)
            grid = sorted(grid + [lo])
        return grid
    return breaks

def laplace(shift):
    return lambda t: exp(-abs(t - shift)) / 2

def laplace_breaks(e0, p, q):
    def breaks(e, sign):
        grid = sorted({mpf(-60), mpf(-20), -e0, mpf(0), e0, mpf(20), mpf(60)})
        lo, hi = -e0, e0
        g = lambda t: log(p(t) / q(t)) - mpf(e) * sign
        if g(lo) < 0 < g(hi):
            for _ in range(150):
                mid = (lo + hi) / 2
                lo, hi = (mid, hi) if g(mid) < 0 else (lo, mid)
            grid = sorted(grid + [lo])
        return grid
    return breaks

def discrete(pm, qm, reach):
    def delta(e):
        return sum(max(mpf(0), pm(k) - exp(e) * qm(k)) for k in range(-reach, reach + 1))
    return delta

def rows():
    def emit(name, *numbers):
        for direction, make in numbers[-1]:
            d = make
            for e in EPS:
                yield ','.join([name, ' '.join(str(x) for x in numbers[:-1]), direction, e, nstr(d(mpf(e)), 20)])
    def smooth(name, params, p, q):
        b = smooth_breaks(p, q)
        yield from emit(name, *params, [('remove', continuous(p, q, b, 1)), ('add', continuous(p, q, b, -1))])
    for mu in ['0.3', '1', '4']:
        yield from smooth('gaussian', [mu], gauss(mpf(mu)), gauss(mpf(0)))
    for r, mu in [('0.01', '1'), ('0.1', '2'), ('0.6', '0.5')]:
        w, s = [1 - mpf(r), mpf(r)], [mpf(0), mpf(mu)]
        yield from smooth('sampled_gaussian', [r, mu], mixture(w, s), gauss(mpf(0)))
        yield from smooth('replaced_gaussian', [r, mu], mixture(w, s), mixture(w, s, -1))
    w, s = [mpf('0.5'), mpf('0.3'), mpf('0.2')], [mpf(0), mpf(1), mpf('2.5')]
    yield from smooth('mixture', [], mixture(w, s), gauss(mpf(0)))
    for r, e0 in [('1', '1'), ('0.1', '1'), ('0.3', '3')]:
        e0m, rm = mpf(e0), mpf(r)
        base, up, down = laplace(mpf(0)), laplace(e0m), laplace(-e0m)
        p = lambda t, rm=rm, up=up: (1 - rm) * base(t) + rm * up(t)
        m = lambda t, rm=rm, down=down: (1 - rm) * base(t) + rm * down(t)
        b = laplace_breaks(e0m, p, base)
        yield from emit('laplace', r, e0, [('remove', continuous(p, base, b, 1)), ('add', continuous(p, base, b, -1))])
        if r != '1':
            b = laplace_breaks(e0m, p, m)
            yield from emit('replaced_laplace', r, e0, [('remove', continuous(p, m, b, 1))])
    def lattice(name, params, mass, shift, r, reach):
        rm = mpf(r)
        table = {k: mass(k) for k in range(-reach - 2 * shift, reach + 2 * shift + 1)}
        pm = lambda k: (1 - rm) * table[k] + rm * table[k - shift]
        nm = lambda k: (1 - rm) * table[k] + rm * table[k + shift]
        q = lambda k: table[k]
        yield from emit(name, r, *params, shift, [('remove', discrete(pm, q, reach)), ('add', discrete(q, pm, reach))])
        if r != '1':
            yield from emit('replaced_' + name, r, *params, shift, [('remove', discrete(pm, nm, reach))])
    for r in ['1', '0.1']:
        sg = mpf('1.5')
        z = sum(exp(-mpf(k) ** 2 / 2 / sg ** 2) for k in range(-60, 61))
        yield from lattice('discrete_gaussian', ['1.5'], lambda k: exp(-mpf(k) ** 2 / 2 / sg ** 2) / z, 1, r, 40)
        yield from lattice('skellam', ['2.5'], lambda k: exp(-mpf('2.5')) * besseli(abs(k), mpf('2.5')), 2, r, 60)
        a = mpf('0.4')
        yield from lattice('discrete_laplace', ['0.4'], lambda k: tanh(a / 2) * exp(-a * abs(k)), 3, r, 250)

print('# delta(eps) of single pairs of laws; written by hockey_stick.py in 40-digit arithmetic, exact to 1e-15 relative or 1e-25.')
print('kind,parameters,direction,epsilon,delta')
for row in rows():
    print(row)
