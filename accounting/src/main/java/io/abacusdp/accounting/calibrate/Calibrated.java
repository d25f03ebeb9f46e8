package io.abacusdp.accounting.calibrate;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;

/**
 * What a calibration found.
 *
 * @param value noise multiplier, number of steps or sampling rate
 * @param event the event with that value
 * @param guarantee what it costs, within the target
 */
public record Calibrated(double value, DpEvent event, Guarantee guarantee) {}
