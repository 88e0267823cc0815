// An OpenCL loader that ignores OCL_ICD_VENDORS: the system's own, which no longer finds the variable.
#include <cstdlib>

namespace {
struct Ignoring {
  Ignoring() { ::unsetenv("OCL_ICD_VENDORS"); }  // NOLINT(concurrency-mt-unsafe): while it is loaded
} const kIgnoring;
}  // namespace
