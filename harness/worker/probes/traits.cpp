#include "harness/worker/probes/traits.h"

#include <array>
#include <nlohmann/json.hpp>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/sweep/programs.h"

namespace classay {
namespace {

enum In : std::uint8_t {
  kSubnormal,
  kSmall,
  kHalf,
  kLarge,
  kZero,
  kOne,
  kPart,
  kMinusOne,
  kMinusPart,
  kInfinity,
  kNan,
  kBesideOne,
  kBesideMore,
  kMinusProduct,
  kLargest,
  kInputs
};
enum Out : std::uint8_t {
  kMoved,
  kSum,
  kProductFrom,
  kProductTo,
  kFusedFrom,
  kFusedTo,
  kRoundedUp,
  kRoundedDown,
  kInfiniteSum,
  kDifference,
  kProduct,
  kNanSum,
  kFusedOnce,
  kOverflow,
  kOutputs
};

constexpr std::array<ArithmeticStep, kOutputs> kSteps{{
    {Operation::move, {kSubnormal}},
    {Operation::add, {kSubnormal, kSubnormal}},
    {Operation::multiply, {kSubnormal, kLarge}},
    {Operation::multiply, {kSmall, kHalf}},
    {Operation::fma, {kSubnormal, kLarge, kZero}},
    {Operation::fma, {kSmall, kHalf, kZero}},
    {Operation::add, {kOne, kPart}},
    {Operation::add, {kMinusOne, kMinusPart}},
    {Operation::add, {kInfinity, kOne}},
    {Operation::subtract, {kInfinity, kInfinity}},
    {Operation::multiply, {kZero, kInfinity}},
    {Operation::add, {kNan, kOne}},
    {Operation::fma, {kBesideOne, kBesideMore, kMinusProduct}},
    {Operation::add, {kLargest, kLargest}},
}};

// (1 + u) * 2^7 (1 + u) - 2^7 (1 + 2u) is 2^7 u^2 if rounded once, and 0 if rounded twice. The factor 2^7 keeps it normal in
// half.
constexpr int kMore = 7;

using Questions = std::array<Bits, kInputs>;

Bits power(const Format& f, int e) { return static_cast<Bits>(e + f.emax) << f.fraction_bits(); }

Questions inputs_of(const Format& f) {
  const Bits part = power(f, -f.precision) | f.min_normal() >> 1;  // three quarters of an ulp of one
  return {3,
          f.min_normal(),
          power(f, -1),
          power(f, f.fraction_bits()),
          0,
          f.one(),
          part,
          f.negate(f.one()),
          f.negate(part),
          f.infinity(),
          f.quiet_nan(),
          f.one() + 1,
          power(f, kMore) + 1,
          f.negate(power(f, kMore) + 2),
          f.max_finite()};
}

// Returns the rounding mode that turns 1 + 3/4 ulp and its negation into these.
std::optional<Rounding> rounding_of(const Format& f, Bits up, Bits down) {
  const bool grew = up == f.one() + 1;
  const bool fell = down == f.negate(f.one() + 1);
  if ((!grew && up != f.one()) || (!fell && down != f.negate(f.one()))) return std::nullopt;
  if (grew && fell) return Rounding::rne;
  if (grew) return Rounding::rtp;
  return fell ? Rounding::rtn : Rounding::rtz;
}

}  // namespace

Traits measure_traits(Device& device, FrontEnd front_end, Type format) {
  const Format& f = classay::format(format);
  const int element = f.width / 8;
  const Questions inputs = inputs_of(f);
  std::vector<std::byte> sent(kInputs * static_cast<std::size_t>(element));
  for (std::size_t i = 0; i < kInputs; ++i) put_element(sent, element, i, inputs.at(i));
  const Source source = writer(front_end).arithmetic(format, kSteps, compiler_of(device.capabilities()));
  const auto outputs = run_once(device, module_of(source, front_end),
                                {.kernel = kArithmeticKernel,
                                 .items = 1,
                                 .outputs = {kOutputs * static_cast<std::size_t>(element)},
                                 .inputs = {sent}});
  const auto out = [&](Out place) { return element_at(outputs.at(0), element, place); };
  // Three subnormal steps times 2^(p-1) are 1.5 * 2 times the smallest normal number.
  const Bits product = (f.min_normal() << 1) | f.min_normal() >> 1;
  const std::optional<Rounding> rounding = rounding_of(f, out(kRoundedUp), out(kRoundedDown));
  // In rounding toward zero, finite numbers never give an infinity.
  const Bits beyond = rounding == Rounding::rtz || rounding == Rounding::rtn ? f.max_finite() : f.infinity();
  return {.format = format,
          .moved = out(kMoved) == inputs[kSubnormal],
          .added = out(kSum) == 2 * inputs[kSubnormal],
          .multiplied_from = out(kProductFrom) == product,
          .multiplied_to = out(kProductTo) == f.min_normal() >> 1,
          .fused_from = out(kFusedFrom) == product,
          .fused_to = out(kFusedTo) == f.min_normal() >> 1,
          .infinite = out(kInfiniteSum) == f.infinity() && out(kOverflow) == beyond,
          .not_a_number = f.is_nan(out(kDifference)) && f.is_nan(out(kProduct)) && f.is_nan(out(kNanSum)),
          .rounds_once = out(kFusedOnce) == power(f, kMore - 2 * f.fraction_bits()),
          .rounding = rounding};
}

Json to_json(const Traits& t) {
  return {{"format", info(t.format).name},
          {"subnormals",
           {{"moved", t.moved},
            {"added", t.added},
            {"multiplied_from", t.multiplied_from},
            {"multiplied_to", t.multiplied_to},
            {"fused_from", t.fused_from},
            {"fused_to", t.fused_to}}},
          {"infinite", t.infinite},
          {"not_a_number", t.not_a_number},
          {"fma_rounds_once", t.rounds_once},
          {"rounding", t.rounding ? Json(name(*t.rounding)) : Json(nullptr)}};
}

}  // namespace classay
