/**
 * Secure aggregation: a server learns the sum of its clients' integer vectors modulo 2^32, and nothing else about them.
 *
 * <p>The protocol is that of Bonawitz et al. 2017 (CCS, "Practical Secure Aggregation for Privacy-Preserving Machine
 * Learning"): each vector carries a mask for every neighbour, which cancels in the sum, and a mask of its own, and the
 * secrets behind both are shared so that drop-outs can be repaired. Above 50 clients a client has k neighbours that it
 * chooses itself at random, as in the actively secure protocol of Bell et al. 2020 (CCS, "Secure Single-Server Aggregation
 * with (Poly)Logarithmic Overhead"); {@link io.abacusdp.federated.secagg.SharingGraph} says how k follows from the wanted
 * security, and what is assumed.
 *
 * <p>Everything here is free of transport: messages in, messages out. {@link
 * io.abacusdp.federated.secagg.AggregationServer} and {@link io.abacusdp.federated.secagg.AggregationClient} are the two
 * state machines.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.secagg;
