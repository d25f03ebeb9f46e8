/**
 * What passes between the server of a federation and its clients, whatever carries it: a call in one process, or gRPC. The
 * client asks for work and hands in what it did; the server never calls a client. So clients need no open port, and a client
 * or server that was away goes on by asking again.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.protocol;
