"""Writes rare_runs.csv: delta(eps) of many runs of the Gaussian mechanism on Poisson samples of a tiny rate, a record removed.
With X = 1 - q + q*e^u, u ~ N(-s^2/2, s^2), and M(w) = E X^w, delta = (1/2 pi i) * integral of M(w)^T e^(-eps(w-1))/(w(w-1)) dw over
Re w = c > 1, by the trapezoidal rule at 40 digits, c near the saddle. Outcomes beyond 13 deviations are
left out, which lowers delta by less than T*1e-38. Independent of the project's code.
Run: python3 rare_runs.py > rare_runs.csv (needs mpmath)"""
import mpmath as m
m.mp.dps = 40

def table(rate, noise, runs, epsilons):
    q, s, t = m.mpf(rate), 1 / m.mpf(noise), m.mpf(runs)
    mu = m.sqrt(t * q * q * m.expm1(s * s))
    nodes, step = 2000, m.mpf(26) / 2000
    rows = []
    for i in range(nodes + 1):
        x = -13 + step * i
        w = q * m.expm1(s * x - s * s / 2)
        rows.append((step * m.exp(-x * x / 2) / m.sqrt(2 * m.pi), m.log1p(w), w))
    def log_moment(w):
        return m.log1p(sum(p * (m.expm1(w * l) - w * d) for p, l, d in rows))
    for epsilon in epsilons:
        e = m.mpf(epsilon)
        c, h, total = e / mu ** 2, m.mpf(8) / 60, m.mpf(0)
        for k in range(61):
            w = m.mpc(c, k * h / mu)
            total += (m.exp(t * log_moment(w) - e * (w - 1)) / (w * (w - 1))).real * (1 if k == 0 else 2)
        print(f"{rate},{noise},{runs},{epsilon},{m.nstr(total * h / mu / (2 * m.pi), 10)}", flush=True)

print("# delta of many rarely sampled Gaussians, a record removed; written by rare_runs.py, exact to the digits given.")
print("rate,noise_multiplier,runs,epsilon,delta")
table("1e-12", "1", 10 ** 9, ["1e-7", "2.1e-7", "2.3e-7"])
table("1e-9", "1", 10 ** 8, ["2e-5", "4e-5"])
table("1e-7", "2", 10 ** 9, ["0.005", "0.01"])
