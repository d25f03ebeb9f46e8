/** What a run leaves on disk so that a crash loses no spend: charges, written before they are made, and checkpoints. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.checkpoint;
