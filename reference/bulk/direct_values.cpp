#include "reference/bulk/direct_values.h"

#include <algorithm>
#include <cmath>

#include "reference/bulk/formats.h"
#include "reference/cpu/versions.h"
#include "reference/exact/exact.h"
#include "reference/oracle/oracle.h"

namespace classay {
namespace {

constexpr double kToNearest = 0x1p-53;
constexpr double kToOdd = 0x1p-52;
constexpr double kScaled = 0x1p-146;  // far below the smallest number (direct_loops.cpp)

const bulk::DirectLoops::OfFormat& loops_of(const Format& f) {
  static const auto& fastest = best<bulk::DirectLoops>();
  return of_narrow(f, fastest.f16, fastest.f32);
}

// Computes values from arrays of patterns, one array per argument. Precondition: at most one chunk.
void compute(const DirectFunction& f, const Format& format, const std::array<const std::uint32_t*, 3>& arguments,
             std::size_t count, double* values) {
  const auto* const loops = loops_of(format).of;
  if (f.remainder == nullptr) {
    loops[static_cast<std::size_t>(f.loop)](arguments[0], arguments[1], arguments[2], count, values);
    return;
  }
  static const auto& fastest = best<bulk::Remainders>();
  const auto numbers = loops[static_cast<std::size_t>(bulk::DirectLoop::number)];
  std::array<double, bulk::kRemainderChunk> x;
  std::array<double, bulk::kRemainderChunk> y;
  numbers(arguments[0], nullptr, nullptr, count, x.data());
  numbers(arguments[1], nullptr, nullptr, count, y.data());
  (fastest.*f.remainder)(x.data(), y.data(), count, values);
}

double second_value_of(const DirectFunction& function, const Format& f, Bits b) {
  return function.second_is_integer ? static_cast<std::int32_t>(b) : direct_value(f, b);
}

// Returns how many patterns from b on are of one kind (zero, numbers, infinite, or NaN) and one sign.
std::uint64_t of_one_kind(const Format& f, Bits b) {
  const Bits m = f.magnitude(b);
  if (m == 0 || m == f.infinity()) return 1;
  return m < f.infinity() ? f.infinity() - m : f.sign_bit() - m;
}

constexpr auto kOneIsNaN = [](double x, double y) { return (x != x) != (y != y); };
constexpr auto kDivisorIsInfinite = [](double x, double y) { return std::isfinite(x) && std::isinf(y); };
constexpr auto kPowerIsOne = [](double x, double n) { return std::isfinite(x) && x != 0 && n == 0; };
constexpr auto kLeavesZero = [](double x, double y) { return x == 0 && y != 0; };

using bulk::DirectLoop;

constexpr DirectFunction direct(std::string_view name, Evaluate truth, DirectLoop loop, double epsilon) {
  return {.name = name, .truth = truth, .epsilon = epsilon, .loop = loop};
}

constexpr DirectFunction sum(std::string_view name, Evaluate truth, DirectLoop loop) {
  DirectFunction f = direct(name, truth, loop, kToOdd);
  f.rounded_to_odd = true;
  return f;
}

constexpr DirectFunction of_three(DirectFunction f) {
  f.arity = 3;
  return f;
}

constexpr DirectFunction with_integer(DirectFunction f) {
  f.second_is_integer = true;
  return f;
}

constexpr DirectFunction remainders(std::string_view name, Evaluate truth, bulk::Remainders::Loop bulk::Remainders::*loop) {
  return {.name = name, .truth = truth, .remainder = loop};
}

constexpr DirectFunction prescribed(DirectFunction f, bool (*where)(double, double)) {
  f.is_prescribed = where;
  return f;
}

constexpr DirectFunction rising(DirectFunction f) {
  f.rises = true;
  return f;
}

constexpr DirectFunction second(DirectFunction f) {
  f.result = 1;
  return f;
}

const std::array kFunctions = std::to_array<DirectFunction>({
    sum("add", oracle::add, DirectLoop::add),
    sum("sub", oracle::sub, DirectLoop::sub),
    direct("mul", oracle::mul, DirectLoop::mul, 0),
    direct("div", oracle::div, DirectLoop::div, kToNearest),
    rising(sum("fdim", oracle::fdim, DirectLoop::fdim)),
    of_three(sum("fma", oracle::fma, DirectLoop::fma)),
    of_three(sum("mad", oracle::mad, DirectLoop::fma)),
    prescribed(direct("fmax", exact_functions::fmax, DirectLoop::larger, 0), kOneIsNaN),
    prescribed(direct("fmin", exact_functions::fmin, DirectLoop::smaller, 0), kOneIsNaN),
    direct("maxmag", exact_functions::maxmag, DirectLoop::larger_magnitude, 0),
    direct("minmag", exact_functions::minmag, DirectLoop::smaller_magnitude, 0),
    direct("copysign", exact_functions::copysign, DirectLoop::copysign, 0),
    prescribed(direct("nextafter", exact_functions::nextafter, DirectLoop::next_after, 0), kLeavesZero),
    prescribed(with_integer(direct("ldexp", oracle::ldexp, DirectLoop::scaling, kScaled)), kPowerIsOne),
    prescribed(remainders("fmod", oracle::fmod, &bulk::Remainders::truncated), kDivisorIsInfinite),
    prescribed(remainders("remainder", oracle::remainder, &bulk::Remainders::nearest), kDivisorIsInfinite),
    prescribed(remainders("remquo", oracle::remquo, &bulk::Remainders::nearest), kDivisorIsInfinite),
    second(remainders("remquo_quotient", oracle::remquo, &bulk::Remainders::quotient)),
});

}  // namespace

std::span<const DirectFunction> direct_functions() { return kFunctions; }

const DirectFunction* direct_function_of(Evaluate truth, std::size_t result) {
  const auto* found =
      std::ranges::find_if(kFunctions, [&](const DirectFunction& f) { return f.truth == truth && f.result == result; });
  return found == kFunctions.end() ? nullptr : found;
}

const DirectFunction* direct_function_named(std::string_view name) {
  const auto* found = std::ranges::find(kFunctions, name, &DirectFunction::name);
  return found == kFunctions.end() ? nullptr : found;
}

double direct_value(const Format& format, Bits b) {
  const auto pattern = static_cast<std::uint32_t>(b);
  double value = 0;
  loops_of(format).of[static_cast<std::size_t>(DirectLoop::number)](&pattern, nullptr, nullptr, 1, &value);
  return value;
}

double direct_values(const DirectFunction& f, const Format& format, std::span<const std::span<const Bits>> arguments,
                     std::span<double> values) {
  std::array<DirectChunk, 3> chunks;
  const std::array<const std::uint32_t*, 3> data{chunks[0].data(), chunks[1].data(), chunks[2].data()};
  for (std::size_t done = 0; done < values.size(); done += chunks[0].size()) {
    const std::size_t count = std::min(chunks[0].size(), values.size() - done);
    for (std::size_t a = 0; a < arguments.size(); ++a) {
      for (std::size_t i = 0; i < count; ++i) chunks.at(a)[i] = static_cast<std::uint32_t>(arguments[a][done + i]);
    }
    compute(f, format, data, count, values.data() + done);
  }
  return f.epsilon;
}

DirectValues::DirectValues(const DirectFunction& f, const Format& format, std::size_t varies, std::array<Bits, 3> arguments)
    : f_(f), format_(format), varies_(varies), arguments_(arguments) {
  for (std::size_t a = 0; a < static_cast<std::size_t>(f.arity); ++a) {
    if (a != varies) chunks_.at(a).fill(static_cast<std::uint32_t>(arguments.at(a)));
  }
}

bool DirectValues::is_prescribed(Bits varied) const {
  std::array<Bits, 3> all = arguments_;
  all.at(varies_) = varied;
  return f_.is_prescribed(direct_value(format_, all[0]), second_value_of(f_, format_, all[1]));
}

Known DirectValues::at(Bits first, std::span<double> values) const {
  std::size_t all = values.size();
  const bool prescribed = f_.is_prescribed != nullptr && is_prescribed(first);
  if (f_.is_prescribed != nullptr) all = std::min<std::uint64_t>(all, of_one_kind(format_, first));
  DirectChunk varied;
  std::array<const std::uint32_t*, 3> arguments{chunks_[0].data(), chunks_[1].data(), chunks_[2].data()};
  arguments.at(varies_) = varied.data();
  for (std::size_t done = 0; done < all; done += varied.size()) {
    const std::size_t count = std::min(varied.size(), all - done);
    const auto from = static_cast<std::uint32_t>(first + done);
    for (std::size_t i = 0; i < count; ++i) varied[i] = from + static_cast<std::uint32_t>(i);
    compute(f_, format_, arguments, count, values.data() + done);
  }
  // Patterns of one sign have the order of their numbers, and a NaN is not zero.
  const bool has_one_sign = format_.is_negative(first) == format_.is_negative(first + all - 1);
  const bool is_one = f_.rises && has_one_sign && values[0] == 0 && values[all - 1] == 0;
  return {.count = all,
          .epsilon = prescribed ? 0 : f_.epsilon,
          .rounds_alike = true,
          .rounded_to_odd = f_.rounded_to_odd,
          .is_one = is_one,
          .is_prescribed = prescribed};
}

bool ListedValues::is_prescribed(std::size_t at) const {
  return f_.is_prescribed(direct_value(format_, lists_[0][at]), second_value_of(f_, format_, lists_[1][at]));
}

Known ListedValues::at(Bits first, std::span<double> values) const {
  std::size_t count = values.size();
  const bool prescribed = f_.is_prescribed != nullptr && is_prescribed(first);
  if (f_.is_prescribed != nullptr) {
    std::size_t same = 1;
    while (same < count && is_prescribed(first + same) == prescribed) ++same;
    count = same;
  }
  std::array<std::span<const Bits>, 3> spans;
  const auto arity = static_cast<std::size_t>(f_.arity);
  for (std::size_t i = 0; i < arity; ++i) spans.at(i) = std::span(lists_.at(i) + first, count);
  direct_values(f_, format_, std::span(spans).first(arity), values.first(count));
  return {.count = count,
          .epsilon = prescribed ? 0 : f_.epsilon,
          .rounds_alike = true,
          .rounded_to_odd = f_.rounded_to_odd,
          .is_prescribed = prescribed};
}

}  // namespace classay
