#include "harness/worker/probes/traits.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/sweep/device_support.h"
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

namespace {

struct Question {
  const Capabilities& device;
  const FloatSupport& said;
  const Traits& measured;

  bool is(Type format) const { return measured.format == format; }
  bool is_embedded() const { return device.profile == Profile::embedded; }
  bool is_before_20() const { return device.environment.major == 1; }
  bool is_nearest() const { return measured.rounding == Rounding::rne; }
};

struct Requirement {
  std::string_view what;
  std::string_view clause;
  bool (*is_required)(const Question&);
  bool (*is_said)(const Question&);
  bool (*is_done)(const Question&);  // nullptr: a kernel cannot show it
};

static_assert(kLanguageFloats.size() == 3, "what must a device have of another format of the language?");

// "Only static selection of rounding mode is supported": before OpenCL 2.0 no operation shows the other modes of double.
constexpr std::array kMinimum = std::to_array<Requirement>({
    {.what = "CL_FP_INF_NAN",
     .clause = "\"INFs and NaNs must be supported\" (INF, NaN, and Denormalized Numbers)",
     .is_required = [](const Question& q) { return !(q.is(Type::f32) && q.is_embedded()); },
     .is_said = [](const Question& q) { return q.said.infinity_and_nan; },
     .is_done = [](const Question& q) { return q.measured.infinite && q.measured.not_a_number; }},
    {.what = "CL_FP_ROUND_TO_NEAREST",
     .clause = "round to nearest even is required of single precision in the full profile, and of double (Rounding Modes)",
     .is_required = [](const Question& q) { return q.is(Type::f64) || (q.is(Type::f32) && !q.is_embedded()); },
     .is_said = [](const Question& q) { return q.said.to_nearest; },
     .is_done = [](const Question& q) { return q.is_nearest(); }},
    {.what = "CL_FP_ROUND_TO_NEAREST or CL_FP_ROUND_TO_ZERO",
     .clause = "half, and single precision in the embedded profile, may have either (Rounding Modes)",
     .is_required = [](const Question& q) { return q.is(Type::f16) || (q.is(Type::f32) && q.is_embedded()); },
     .is_said = [](const Question& q) { return q.said.to_nearest || q.said.to_zero; },
     .is_done = [](const Question& q) { return q.is_nearest() || q.measured.rounding == Rounding::rtz; }},
    {.what = "CL_FP_DENORM",
     .clause = "\"support for denormalized numbers is required for double precision\" (INF, NaN, and Denormalized Numbers)",
     .is_required = [](const Question& q) { return q.is(Type::f64); },
     .is_said = [](const Question& q) { return q.said.denormals; },
     .is_done = [](const Question& q) { return q.measured.keeps_subnormals(); }},
    {.what = "CL_FP_FMA",
     .clause = "the minimum of CL_DEVICE_DOUBLE_FP_CONFIG (OpenCL API, clGetDeviceInfo)",
     .is_required = [](const Question& q) { return q.is(Type::f64); },
     .is_said = [](const Question& q) { return q.said.fma; },
     .is_done = [](const Question& q) { return q.measured.rounds_once; }},
    {.what = "CL_FP_ROUND_TO_ZERO and CL_FP_ROUND_TO_INF",
     .clause = "the minimum of CL_DEVICE_DOUBLE_FP_CONFIG before OpenCL 2.0 (OpenCL API, clGetDeviceInfo)",
     .is_required = [](const Question& q) { return q.is(Type::f64) && q.is_before_20(); },
     .is_said = [](const Question& q) { return q.said.to_zero && q.said.to_infinity; },
     .is_done = nullptr},
});

}  // namespace

std::vector<std::string> contradictions(const FloatSupport& said, const Traits& measured) {
  std::vector<std::string> all;
  if (said.denormals) {
    const auto check = [&](bool survives, const char* what) {
      if (!survives) all.push_back(std::string("CL_FP_DENORM is reported, but ") + what + " flushes subnormals");
    };
    check(measured.moved, "a load and store");
    check(measured.added, "an addition");
    check(measured.multiplied_from, "a multiplication of a subnormal");
    check(measured.multiplied_to, "a multiplication with a subnormal product");
    check(measured.fused_from, "an fma of a subnormal");
    check(measured.fused_to, "an fma with a subnormal result");
  }
  if (said.infinity_and_nan && !(measured.infinite && measured.not_a_number)) {
    all.push_back("CL_FP_INF_NAN is reported, but " +
                  std::string(measured.infinite ? "an invalid operation does not give a NaN"
                                                : "an infinity plus a number, or an overflow, does not give an infinity"));
  }
  if (said.fma && !measured.rounds_once) all.emplace_back("CL_FP_FMA is reported, but fma rounds the product");
  // The default mode is to nearest if that is reported, and toward zero if not.
  const Rounding expected = said.to_nearest ? Rounding::rne : Rounding::rtz;
  if (measured.rounding != expected) {
    all.push_back(
        std::string(said.to_nearest ? "CL_FP_ROUND_TO_NEAREST is reported"
                                    : "CL_FP_ROUND_TO_NEAREST is not reported, which makes toward zero the default") +
        ", but an addition rounds " + (measured.rounding ? std::string(name(*measured.rounding)) : "in no known mode"));
  }
  return all;
}

std::vector<std::string> below_minimum(const Capabilities& device, const FloatSupport& said, const Traits& measured) {
  if (device.is_custom) return {};
  const Question question{device, said, measured};
  std::vector<std::string> all;
  for (const Requirement& r : kMinimum) {
    if (!r.is_required(question)) continue;
    if (!r.is_said(question)) all.push_back(fmt::format("{} is not reported: {}", r.what, r.clause));
    if (r.is_done != nullptr && !r.is_done(question)) {
      all.push_back(fmt::format("{} is not what the device does: {}", r.what, r.clause));
    }
  }
  return all;
}

// An fma rounds once on every device, reported or not.
std::vector<std::string> unclaimed(const FloatSupport& said, const Traits& measured) {
  std::vector<std::string> all;
  if (!said.denormals && measured.keeps_subnormals()) {
    all.emplace_back("CL_FP_DENORM is not reported, but subnormals are kept");
  }
  if (!said.infinity_and_nan && measured.infinite && measured.not_a_number) {
    all.emplace_back("CL_FP_INF_NAN is not reported, but there are infinities and NaN");
  }
  return all;
}

namespace {

class ArithmeticProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "fp-config" || kind == "fp-minimum"; }
  // Both kinds record all sentences; their own are the violations.
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const Traits measured = measure_traits(device, task.front_end, task.format);
    const FloatSupport& said = support(device.capabilities(), task.format);
    ProbeFinding finding{.notes = unclaimed(said, measured)};
    Json fields = to_json(measured);
    std::vector<std::string> contradicting = contradictions(said, measured);
    std::vector<std::string> missing = below_minimum(device.capabilities(), said, measured);
    fields["contradictions"] = contradicting;
    fields["below_minimum"] = missing;
    fields["unclaimed"] = finding.notes;
    finding.details = probe_fields(std::move(fields));
    finding.violations = task.kind.name == "fp-config" ? std::move(contradicting) : std::move(missing);
    return finding;
  }
};

}  // namespace

const Probe& arithmetic_probe() {
  static const ArithmeticProbe probe;
  return probe;
}

}  // namespace classay
