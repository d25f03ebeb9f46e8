/** A transparency log without what is in it: hashes of a Merkle tree, proofs, signed notes, checkpoints, cosignatures. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.log;
