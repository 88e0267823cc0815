// A math library linked like one with -ffast-math: if FLUSHES is defined, loading it turns on flush to zero and denormals
// are zero. Without FLUSHES the same code leaves its caller's environment unchanged.
//
// pow and exp compute in the default environment, whatever their caller's is, so both libraries give the same bits. Some of
// their results are wrong on purpose. sqrtf computes in its caller's environment.
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>

namespace {

#if defined(FLUSHES) && defined(__x86_64__)
[[gnu::constructor]] void turn_on() { __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U); }
#endif

class Default {
 public:
  Default() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~Default() { std::fesetenv(&before_); }
  Default(const Default&) = delete;
  Default& operator=(const Default&) = delete;

 private:
  std::fenv_t before_{};
};

// Makes one result in 16 wrong by some ulp, depending only on the argument's bits.
template <class Bits, class Real>
Real spoiled(Real right, Bits argument) {
  const Bits mixed = argument * Bits{0x9e3779b1};
  if ((mixed >> 8U) % 16 != 0 || !std::isnormal(right)) return right;
  return std::bit_cast<Real>(std::bit_cast<Bits>(right) ^ Bits{0x40});
}

}  // namespace

extern "C" {

float powf(float x, float y) {
  const Default scope;
  volatile double base = x;
  volatile double exponent = y;
  return spoiled<std::uint32_t>(static_cast<float>(std::pow(base, exponent)), std::bit_cast<std::uint32_t>(x));
}

double exp(double x) {
  const Default scope;
  volatile long double exact = std::exp(static_cast<long double>(x));
  return spoiled<std::uint64_t>(static_cast<double>(exact), std::bit_cast<std::uint64_t>(x));
}

float sqrtf(float x) { return __builtin_sqrtf(x); }
}
