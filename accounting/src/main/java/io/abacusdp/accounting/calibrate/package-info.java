/** How much noise, how many steps or what sampling rate a target allows. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.calibrate;
