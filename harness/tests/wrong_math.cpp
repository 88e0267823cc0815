// A math library that is wrong on purpose, each of its functions in one way. It is asked as any other
// (harness/devices/library).
#include <cfenv>
#include <cmath>
#include <csignal>

// As the vector ABI of compilers has it: four floats in a register of 16 bytes.
typedef float Four __attribute__((vector_size(16)));  // NOLINT(modernize-use-using): an attribute of GNU's

extern "C" {

float fabsf(float x) { return x; }                       // of negative numbers wrong
double fabs(double x) { return __builtin_fabs(x); }      // right
float sqrtf(float x) { return __builtin_sqrtf(x) * 2; }  // grossly wrong
float floorf(float) {                                    // crashes
  std::raise(SIGSEGV);
  return 0;
}
float truncf(float x) {  // right, and leaves another rounding mode
  std::fesetround(FE_UPWARD);
  return __builtin_truncf(x);
}
float modff(float, float*) { return 0; }  // writes no second result

// Right but for the last lane.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): names of the vector ABI
Four _ZGVbN4v_fabsf(Four x) {
  for (int lane = 0; lane < 3; ++lane) x[lane] = __builtin_fabsf(x[lane]);
  return x;
}
Four _ZGVnN4v_fabsf(Four x) { return _ZGVbN4v_fabsf(x); }
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
}
