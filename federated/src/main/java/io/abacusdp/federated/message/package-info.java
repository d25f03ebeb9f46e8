/** The contents of tasks and answers, as bytes: a header in JSON that names version and type, and numbers after it. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.message;
