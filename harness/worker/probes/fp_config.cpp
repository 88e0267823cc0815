#include "harness/worker/probes/fp_config.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/journal/probe_finding.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/sweep/reported_arithmetic.h"

namespace classay {
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
