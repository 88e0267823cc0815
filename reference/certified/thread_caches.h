// Frees the memory that Arb, FLINT and MPFR cache per thread: constants, powers, and buffers.
#pragma once

namespace classay::certified {

// Call it before a thread ends; otherwise its caches leak.
void free_thread_caches();

}  // namespace classay::certified
