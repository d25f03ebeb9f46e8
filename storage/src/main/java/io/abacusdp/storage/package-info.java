/**
 * What is kept on disk: files that are written whole or not at all, logs that lose no line, locks, safetensors, and JSON that is
 * read strictly. Nobody else writes files.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.storage;
