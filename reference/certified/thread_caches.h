// What Arb, FLINT and MPFR keep for a thread: constants, powers, memory for the next number.
#pragma once

namespace classay::certified {

// Gives it back. A thread that ends without this leaves it behind for good.
void free_thread_caches();

}  // namespace classay::certified
