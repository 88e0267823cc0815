// A math library with one deliberate defect per function. It runs like any library (harness/device/library).
#include <dlfcn.h>

#include <cfenv>
#include <cfloat>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>

// As in the vector ABI of compilers: four floats in a register of 16 bytes.
typedef float Four __attribute__((vector_size(16)));  // NOLINT(modernize-use-using): an attribute of GNU's

extern "C" {

float fabsf(float x) { return x; }                       // wrong for negative numbers
double fabs(double x) { return __builtin_fabs(x); }      // right
float sqrtf(float x) { return __builtin_sqrtf(x) * 2; }  // grossly wrong
float floorf(float) {                                    // crashes
  std::raise(SIGSEGV);
  return 0;
}
float truncf(float x) {  // right, but leaves a different rounding mode
  std::fesetround(FE_UPWARD);
  return __builtin_truncf(x);
}
float modff(float, float*) { return 0; }  // writes no second result
float frexpf(float x, int* exponent) {    // writes after its second result
  exponent[1] = 0;
  return static_cast<float>(std::frexp(double{x}, exponent));
}
void sincosf(float x, float* sinx, float* cosx) {  // writes before its first result
  sinx[-1] = 0;
  *sinx = static_cast<float>(std::sin(double{x}));
  *cosx = static_cast<float>(std::cos(double{x}));
}

// Changes its own file and crashes, like a library that is rebuilt during a run.
float ceilf(float x) {
  static const char here = 0;  // `ceilf` itself may come from a different library
  Dl_info own{};
  const bool may = ::dladdr(&here, &own) != 0 && std::strstr(own.dli_fname, "changing") != nullptr;
  std::FILE* const file = may ? std::fopen(own.dli_fname, "ab") : nullptr;
  if (file == nullptr) return static_cast<float>(std::ceil(double{x}));
  std::fputc('x', file);
  std::fclose(file);
  std::raise(SIGSEGV);
  return 0;
}

// Right, except for arguments whose result is NaN or an infinity.
float logf(float x) { return x <= 0 ? 7 : static_cast<float>(std::log(double{x})); }
float sinf(float x) { return std::isinf(x) ? 0.5F : static_cast<float>(std::sin(double{x})); }
float asinf(float x) { return std::fabs(double{x}) > 1 ? 2 : static_cast<float>(std::asin(double{x})); }
float expf(float x) { return std::isinf(x) && x > 0 ? FLT_MAX : static_cast<float>(std::exp(double{x})); }
float powf(float x, float y) {
  return x < 0 && std::isfinite(x) && std::isfinite(y) && std::rint(double{y}) != y
             ? 1
             : static_cast<float>(std::pow(double{x}, double{y}));
}
double sqrt(double x) { return x < 0 ? 2 : static_cast<double>(std::sqrt(static_cast<long double>(x))); }

// Right, except for the last lane.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): names of the vector ABI
Four _ZGVbN4v_fabsf(Four x) {
  for (int lane = 0; lane < 3; ++lane) x[lane] = __builtin_fabsf(x[lane]);
  return x;
}
Four _ZGVnN4v_fabsf(Four x) { return _ZGVbN4v_fabsf(x); }
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
}
