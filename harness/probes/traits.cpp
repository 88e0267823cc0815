#include "harness/probes/traits.h"

#include <array>

#include "harness/lanes/lanes.h"
#include "kernels/source.h"

namespace classay {
namespace {

// Operands come from a buffer, so that nothing is folded when the kernel is compiled.
constexpr const char* kKernel = R"(
kernel void arithmetic(global REAL* out, global const REAL* in) {
  const REAL subnormal = in[0], small = in[1], half_of = in[2], large = in[3], zero = in[4];
  out[0] = subnormal;
  out[1] = subnormal + subnormal;
  out[2] = subnormal * large;
  out[3] = small * half_of;
  out[4] = fma(subnormal, large, zero);
  out[5] = fma(small, half_of, zero);
  out[6] = in[5] + in[6];
  out[7] = in[7] + in[8];
  const REAL infinity = in[9], nan = in[10];
  out[8] = infinity + in[5];
  out[9] = infinity - infinity;
  out[10] = zero * infinity;
  out[11] = nan + in[5];
}
)";

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
  kOutputs
};

using Questions = std::array<Bits, kInputs>;

Questions inputs_of(const Format& f) {
  const auto power = [&](int e) { return static_cast<Bits>(e + f.emax) << f.fraction_bits(); };
  const Bits part = power(-f.precision) | f.min_normal() >> 1;  // three quarters of an ulp of one
  return {3,
          f.min_normal(),
          power(-1),
          power(f.fraction_bits()),
          0,
          f.one(),
          part,
          f.negate(f.one()),
          f.negate(part),
          f.infinity(),
          f.quiet_nan()};
}

std::string source_of(Type format) {
  return extension_lines(format) + "#define REAL " + std::string(info(format).clc) + kKernel;
}

// Which of the four modes turns 1 + 3/4 ulp and its opposite into these?
std::optional<Rounding> rounding_of(const Format& f, Bits up, Bits down) {
  const bool grew = up == f.one() + 1;
  const bool fell = down == f.negate(f.one() + 1);
  if ((!grew && up != f.one()) || (!fell && down != f.negate(f.one()))) return std::nullopt;
  if (grew && fell) return Rounding::rne;
  if (grew) return Rounding::rtp;
  return fell ? Rounding::rtn : Rounding::rtz;
}

}  // namespace

Traits measured_traits(Device& device, Type format) {
  const Format& f = classay::format(format);
  const int element = f.width / 8;
  const Questions inputs = inputs_of(f);
  std::vector<std::byte> sent(kInputs * static_cast<std::size_t>(element));
  for (std::size_t i = 0; i < kInputs; ++i) put_element(sent, element, i, inputs.at(i));
  const std::unique_ptr<Program> program = device.build({.source = source_of(format), .il = {}, .options = ""});
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  stream->submit({.kernel = "arithmetic",
                  .items = 1,
                  .outputs = {kOutputs * static_cast<std::size_t>(element)},
                  .inputs = {sent},
                  .scalars = {},
                  .poison = 0xfcfcfcfc});
  const Finished finished = stream->wait();
  const auto out = [&](Out place) { return element_at(finished.outputs.at(0), element, place); };
  // 3 subnormal steps times 2^(p-1) is 1.5 times the smallest normal number, times two.
  const Bits product = (f.min_normal() << 1) | f.min_normal() >> 1;
  return {.format = format,
          .moved = out(kMoved) == inputs[kSubnormal],
          .added = out(kSum) == 2 * inputs[kSubnormal],
          .multiplied_from = out(kProductFrom) == product,
          .multiplied_to = out(kProductTo) == f.min_normal() >> 1,
          .fused_from = out(kFusedFrom) == product,
          .fused_to = out(kFusedTo) == f.min_normal() >> 1,
          .infinite = out(kInfiniteSum) == f.infinity(),
          .not_a_number = f.is_nan(out(kDifference)) && f.is_nan(out(kProduct)) && f.is_nan(out(kNanSum)),
          .rounding = rounding_of(f, out(kRoundedUp), out(kRoundedDown))};
}

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
                  std::string(measured.infinite ? "what has no value is no NaN" : "an infinity plus a number is none"));
  }
  // The default mode is to nearest wherever that is reported; toward zero else.
  const Rounding expected = said.to_nearest ? Rounding::rne : Rounding::rtz;
  if (measured.rounding != expected) {
    all.push_back(
        std::string(said.to_nearest ? "CL_FP_ROUND_TO_NEAREST is reported"
                                    : "CL_FP_ROUND_TO_NEAREST is not reported, which makes toward zero the default") +
        ", but an addition rounds " + (measured.rounding ? std::string(name(*measured.rounding)) : "in no known mode"));
  }
  return all;
}

std::vector<std::string> below_minimum(std::string_view profile, const FloatSupport& said, const Traits& measured) {
  std::vector<std::string> all;
  const auto require = [&](bool is_said, bool is_done, const std::string& what) {
    if (!is_said) all.push_back(what + " is not reported");
    if (!is_done) all.push_back(what + " is not what the device does");
  };
  require(said.infinity_and_nan, measured.infinite && measured.not_a_number, "CL_FP_INF_NAN");
  const bool is_nearest = measured.rounding == Rounding::rne;
  if (measured.format == Type::f64 || (measured.format == Type::f32 && profile != "EMBEDDED_PROFILE")) {
    require(said.to_nearest, is_nearest, "CL_FP_ROUND_TO_NEAREST");
  } else {
    require(said.to_nearest || said.to_zero, is_nearest || measured.rounding == Rounding::rtz,
            "CL_FP_ROUND_TO_NEAREST or CL_FP_ROUND_TO_ZERO");
  }
  if (measured.format != Type::f64) return all;
  const bool keeps = measured.moved && measured.added && measured.multiplied_from && measured.multiplied_to &&
                     measured.fused_from && measured.fused_to;
  require(said.denormals, keeps, "CL_FP_DENORM");
  return all;
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
          {"rounding", t.rounding ? Json(name(*t.rounding)) : Json(nullptr)}};
}

}  // namespace classay
