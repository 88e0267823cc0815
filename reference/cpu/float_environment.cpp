#include "reference/cpu/float_environment.h"

#include <array>
#include <cfenv>
#include <stdexcept>

namespace classay {
namespace {

// The meaning of bits that differ from the default environment.
struct Meaning {
  std::uint32_t mask;
  std::uint32_t bits;
  std::string_view words;
};

#if defined(__x86_64__) || defined(__i386__)

// https://www.intel.com/sdm, volume 1, 8.1.5 and 10.2.3.
constexpr std::uint32_t kVectorControl = 0xffc0;
constexpr std::uint32_t kX87Control = 0x0f3f;
constexpr FloatEnvironment kDefault{.vectors = 0x1f80, .x87 = 0x033f};
constexpr auto kVectorMeanings = std::to_array<Meaning>({
    {0x8000, 0x8000, "flushes subnormal results to zero"},
    {0x0040, 0x0040, "takes subnormal arguments for zero"},
    {0x6000, 0x2000, "rounds downward"},
    {0x6000, 0x4000, "rounds upward"},
    {0x6000, 0x6000, "rounds toward zero"},
    {0x0080, 0, "traps invalid operations"},
    {0x0100, 0, "traps subnormal operands"},
    {0x0200, 0, "traps divisions by zero"},
    {0x0400, 0, "traps overflow"},
    {0x0800, 0, "traps underflow"},
    {0x1000, 0, "traps inexact results"},
});
constexpr auto kX87Meanings = std::to_array<Meaning>({
    {0x0300, 0x0000, "computes in single precision (x87)"},
    {0x0300, 0x0100, "computes in a reserved precision (x87)"},
    {0x0300, 0x0200, "computes in double precision (x87)"},
    {0x0c00, 0x0400, "rounds downward (x87)"},
    {0x0c00, 0x0800, "rounds upward (x87)"},
    {0x0c00, 0x0c00, "rounds toward zero (x87)"},
    {0x0001, 0, "traps invalid operations (x87)"},
    {0x0002, 0, "traps subnormal operands (x87)"},
    {0x0004, 0, "traps divisions by zero (x87)"},
    {0x0008, 0, "traps overflow (x87)"},
    {0x0010, 0, "traps underflow (x87)"},
    {0x0020, 0, "traps inexact results (x87)"},
});

FloatEnvironment read() {
  std::uint16_t word = 0;
  std::uint32_t vectors = 0;
  __asm__ volatile("fnstcw %0" : "=m"(word) : : "memory");
  __asm__ volatile("stmxcsr %0" : "=m"(vectors) : : "memory");
  return {.vectors = vectors & kVectorControl, .x87 = word & kX87Control};
}

// A pending x87 exception would trap at the next instruction, so the flags are cleared first.
void write(FloatEnvironment to) {
  const auto word = static_cast<std::uint16_t>(to.x87 | 0x40);
  const std::uint32_t vectors = to.vectors & kVectorControl;
  __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(word) : "memory");
  __asm__ volatile("ldmxcsr %0" : : "m"(vectors) : "memory");
}

#elif defined(__aarch64__)

// https://developer.arm.com, FPCR: AHP, DN, FZ, RMode, FZ16, the traps, NEP, AH and FIZ.
constexpr std::uint32_t kVectorControl = 0x07c89f07;
constexpr FloatEnvironment kDefault{};
constexpr auto kVectorMeanings = std::to_array<Meaning>({
    {0x01000000, 0x01000000, "flushes subnormal numbers to zero"},
    {0x00080000, 0x00080000, "flushes subnormal numbers of half precision to zero"},
    {0x00000001, 0x00000001, "takes subnormal arguments for zero"},
    {0x02000000, 0x02000000, "gives the default NaN for every NaN"},
    {0x00c00000, 0x00400000, "rounds upward"},
    {0x00c00000, 0x00800000, "rounds downward"},
    {0x00c00000, 0x00c00000, "rounds toward zero"},
    {0x04000000, 0x04000000, "takes half precision for the alternative format"},
    {0x00000006, 0x00000002, "follows alternative rules (AH)"},
    {0x00000100, 0x00000100, "traps invalid operations"},
    {0x00000200, 0x00000200, "traps divisions by zero"},
    {0x00000400, 0x00000400, "traps overflow"},
    {0x00000800, 0x00000800, "traps underflow"},
    {0x00001000, 0x00001000, "traps inexact results"},
    {0x00008000, 0x00008000, "traps subnormal operands"},
});
constexpr std::array<Meaning, 0> kX87Meanings{};

FloatEnvironment read() {
  std::uint64_t control = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control) : : "memory");
  return {.vectors = static_cast<std::uint32_t>(control) & kVectorControl};
}

void write(FloatEnvironment to) {
  const std::uint64_t control = to.vectors;
  __asm__ volatile("msr fpcr, %0" : : "r"(control) : "memory");
}

#else

constexpr FloatEnvironment kDefault{.vectors = FE_TONEAREST};
constexpr std::array<Meaning, 0> kVectorMeanings{};
constexpr std::array<Meaning, 0> kX87Meanings{};

FloatEnvironment read() { return {.vectors = static_cast<std::uint32_t>(std::fegetround())}; }
void write(FloatEnvironment to) {
  std::fesetenv(FE_DFL_ENV);
  std::fesetround(static_cast<int>(to.vectors));
}

#endif

std::string joined(const auto& meanings, std::uint32_t bits, std::uint32_t usual) {
  std::string text;
  for (const Meaning& m : meanings) {
    if ((bits & m.mask) != m.bits || (usual & m.mask) == m.bits) continue;
    text += (text.empty() ? "" : ", ") + std::string(m.words);
  }
  return text;
}

std::optional<FloatEnvironment> at_start;

// Before the program's own static objects, some of which compute.
[[gnu::constructor(101)]] void begin() { at_start = restore_float_environment(); }

}  // namespace

FloatEnvironment default_float_environment() { return kDefault; }

FloatEnvironment float_environment() { return read(); }

void set_float_environment(FloatEnvironment to) { write(to); }

std::optional<FloatEnvironment> restore_float_environment() {
  const FloatEnvironment found = read();
  if (found == kDefault) return std::nullopt;
  write(kDefault);
  return found;
}

void require_float_environment(std::string_view before) {
  const FloatEnvironment found = read();
  if (found == kDefault) return;
  throw std::runtime_error("the floating-point environment changed before " + std::string(before) + ": it " +
                           text_of(found));
}

const std::optional<FloatEnvironment>& float_environment_at_start() { return at_start; }

std::string text_of(FloatEnvironment environment) {
  const std::string vectors = joined(kVectorMeanings, environment.vectors, kDefault.vectors);
  const std::string x87 = joined(kX87Meanings, environment.x87, kDefault.x87);
  const std::string all = vectors + (vectors.empty() || x87.empty() ? "" : ", ") + x87;
  return all.empty() ? "differs in a way without a name" : all;
}

}  // namespace classay
