package io.abacusdp.accounting.exact;

/** What is integrated along with M(z)·e^{−zc}, and hence what comes out. */
enum Kernel {
    /** 1/(z(z+1)): δ(c), right of both poles. */
    DELTA,
    /** 1/z: Pr_P[L &gt; c] right of its pole, −Pr_P[L ≤ c] left of it. */
    UNDER_P,
    /** 1/(z+1): e^c·Pr_Q[L &gt; c] right of its pole, −e^c·Pr_Q[L ≤ c] left of it. */
    UNDER_Q
}
