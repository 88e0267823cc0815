// A math library of its own kind: the functions of Intel's VML by their names and arguments, and home-grown loops over
// arrays with one deliberate defect each. The home-grown ones take eight elements at a time, and then the rest.
#include <cmath>
#include <cstddef>
#include <cstring>

typedef float Four __attribute__((vector_size(16)));  // NOLINT(modernize-use-using): an attribute of GNU's

namespace {

constexpr std::size_t kLanes = 8;

// Calls f for each element. T computes in a wider format than it returns, so that results are right.
template <class T, class F>
void each(std::size_t n, const T* x, T* y, F f) {
  for (std::size_t i = 0; i < n; ++i) y[i] = static_cast<T>(f(x[i]));
}

double wide(float x) { return x; }
long double wide(double x) { return x; }

}  // namespace

extern "C" {

// NOLINTBEGIN(readability-identifier-naming): names of VML
// The number first, of 32 or of 64 bits.
void vsSin(int n, const float* a, float* y) {
  each(static_cast<std::size_t>(n), a, y, [](float x) { return std::sin(wide(x)); });
}
void vdSin(int n, const double* a, double* y) {
  each(static_cast<std::size_t>(n), a, y, [](double x) { return std::sin(wide(x)); });
}
void vsExp(long n, const float* a, float* y) {
  each(static_cast<std::size_t>(n), a, y, [](float x) { return std::exp(wide(x)); });
}
void vsLn(int n, const float* a, float* y) {
  each(static_cast<std::size_t>(n), a, y, [](float x) { return std::log(wide(x)); });
}
void vsPow(int n, const float* a, const float* b, float* y) {
  for (int i = 0; i < n; ++i) y[i] = static_cast<float>(std::pow(wide(a[i]), wide(b[i])));
}
void vsFma(int n, const float* a, const float* b, const float* c, float* y) {
  for (int i = 0; i < n; ++i) y[i] = std::fma(a[i], b[i], c[i]);
}
void vsSinCos(int n, const float* a, float* y, float* z) {
  for (int i = 0; i < n; ++i) {
    const float x = a[i];
    y[i] = static_cast<float>(std::sin(wide(x)));
    z[i] = static_cast<float>(std::cos(wide(x)));
  }
}
void vsFrexp(int n, const float* a, float* y, int* z) {
  for (int i = 0; i < n; ++i) y[i] = std::frexp(a[i], &z[i]);
}
void vsLdexp(int n, const float* a, const int* b, float* y) {
  for (int i = 0; i < n; ++i) y[i] = std::ldexp(a[i], b[i]);
}
void vsIlogb(int n, const float* a, int* y) {
  for (int i = 0; i < n; ++i) y[i] = std::ilogb(a[i]);
}
// VML returns the integral part first; C returns it through the pointer.
void vsModf(int n, const float* a, float* y, float* z) {
  for (int i = 0; i < n; ++i) z[i] = std::modf(a[i], &y[i]);
}

// NOLINTEND(readability-identifier-naming)

// The result first, and the number last.
void home_sqrt_f32(float* y, const float* x, std::size_t n) {
  each(n, x, y, [](float a) { return std::sqrt(a); });
}

// Wrong in the rest if it has exactly five elements.
void home_exp_f32(float* y, const float* x, std::size_t n) {
  each(n, x, y, [](float a) { return std::exp(wide(a)); });
  if (n % kLanes == 5) y[n - 1] *= 2;
}

// Writes one element behind the last one if their number is odd.
void home_sin_f32(float* y, const float* x, std::size_t n) {
  each(n, x, y, [](float a) { return std::sin(wide(a)); });
  if (n % 2 == 1) y[n] = 0;
}

// Reads arguments behind the last one, up to a multiple of eight, and ignores them.
void home_cos_f32(float* y, const float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; i += kLanes) {
    float some[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) some[lane] = static_cast<const volatile float*>(x)[i + lane];
    for (std::size_t lane = 0; lane < kLanes && i + lane < n; ++lane) {
      y[i + lane] = static_cast<float>(std::cos(wide(some[lane])));
    }
  }
}

// Wrong in one lane of eight, not in the rest.
void home_log_f32(float* y, const float* x, std::size_t n) {
  each(n, x, y, [](float a) { return std::log(wide(a)); });
  for (std::size_t i = 5; i < n - n % kLanes; i += kLanes) y[i] = y[i - 1];
}

// Right, unless a result has the place of its argument: it clears the results first.
void home_tan_f32(float* y, const float* x, std::size_t n) {
  if (n > 0) std::memset(y, 0, n * sizeof *y);
  each(n, x, y, [](float a) { return std::tan(wide(a)); });
}

// Computes seven elements if there are none, as functions of AOCL-LibM 5.3 do (amd_vrsa_sinf).
void home_atan_f32(float* y, const float* x, std::size_t n) {
  each(n == 0 ? 7 : n, x, y, [](float a) { return std::atan(wide(a)); });
}

// Requires results that are aligned to 16 bytes.
void home_cbrt_f32(float* y, const float* x, std::size_t n) {
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const Four some{std::cbrt(x[i]), std::cbrt(x[i + 1]), std::cbrt(x[i + 2]), std::cbrt(x[i + 3])};
    asm volatile("movaps %0, (%1)" : : "x"(some), "r"(y + i) : "memory");
  }
  for (; i < n; ++i) y[i] = std::cbrt(x[i]);
}

// Rounds its arguments in place.
void home_rint_f32(float* y, float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] = std::rint(x[i]);
}

// Never writes the last element of a long array.
void home_trunc_f32(float* y, const float* x, std::size_t n) {
  each(n > 100 ? n - 1 : n, x, y, [](float a) { return std::trunc(a); });
}

// One scalar and one vector in a register, wrong in its last lane.
float home_fabs_f32(float x) { return std::fabs(x); }
Four home_fabs_f32x4(Four x) {
  for (int lane = 0; lane < 3; ++lane) x[lane] = std::fabs(x[lane]);
  return x;
}

// Its reduction is that of issue 47 of AOCL-LibM: the multiple of pi is rounded in f32, so that the rest lies outside of the
// interval for which its polynomial was made.
void amd_vrsa_cosf(int n, const float* x, float* y) {
  constexpr double kPi = 3.14159265358979323846;
  for (int i = 0; i < n; ++i) {
    const float size = std::fabs(x[i]);
    const float multiple = std::nearbyint((size + static_cast<float>(kPi / 2)) * static_cast<float>(1 / kPi));
    const double rest = double{size} - (double{multiple} - 0.5) * kPi;
    double sum = 0;
    for (int k = 11; k >= 3; k -= 2) sum = -rest * rest / ((k - 1) * k) * (1 + sum);
    const double sine = rest * (1 + sum);
    const bool is_odd = std::fmod(double{multiple}, 2) != 0;
    y[i] = static_cast<float>(!(size < 5e6F) ? std::cos(wide(x[i])) : is_odd ? -sine : sine);
  }
}
}
