/** What tests of several modules need: random events, and the laws that every accountant keeps. Never shipped. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.testkit;
