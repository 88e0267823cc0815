#include "reference/certified/thread_caches.h"

#include <flint/flint.h>
#include <mpfr.h>

namespace classay::certified {

void free_thread_caches() {
  flint_cleanup();
  mpfr_free_cache();
}

}  // namespace classay::certified
