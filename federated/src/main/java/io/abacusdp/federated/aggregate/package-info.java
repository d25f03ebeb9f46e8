/** How the sum of clients' updates moves the model, after noise. All of it works on what was released. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.aggregate;
