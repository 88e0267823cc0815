// An OpenCL loader that ignores OCL_ICD_VENDORS: it removes the variable before the system's loader reads it.
#include <cstdlib>

namespace {
struct Ignoring {
  Ignoring() { ::unsetenv("OCL_ICD_VENDORS"); }  // NOLINT(concurrency-mt-unsafe): while it is loaded
} const kIgnoring;
}  // namespace
