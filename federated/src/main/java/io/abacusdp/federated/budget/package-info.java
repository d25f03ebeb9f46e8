/** Where the spend of rounds is recorded before anybody hears of them: a file of the server's own, or another service too. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.budget;
