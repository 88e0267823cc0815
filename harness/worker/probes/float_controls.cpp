// Tests OpFmaKHR, the execution mode FPFastMathDefault, and FPFastMathMode on instructions of OpenCL.std: each result is
// rounded as often as the flags in force allow. A flag on an instruction replaces the default of the kernel.
#include "harness/worker/probes/float_controls.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/journal/probe_kinds.h"
#include "harness/text/number.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/sweep/device_support.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/il/source.h"
#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

using il::FloatForm;
using il::FloatKernel;
using il::FloatStep;

constexpr std::string_view kFma = "fma-khr";
constexpr std::string_view kDefault = "fast-math-default";
constexpr std::string_view kExtended = "fast-math-extended";

constexpr std::uint32_t kNoSpecials = il::kNotNan | il::kNotInf | il::kNoSignedZeros;
constexpr std::uint32_t kTransformed = il::kAllowContract | il::kAllowReassoc | il::kAllowTransform;

__extension__ typedef __int128 Integer;  // NOLINT(modernize-use-using): a GNU extension, marked as one

// ---- Arithmetic

// (-1)^negative * significand * 2^exponent, exactly.
struct Exact {
  bool negative = false;
  Wide significand = 0;
  int exponent = 0;
};

Exact exact(const Format& f, Bits b) {
  const Dyadic d = decode(f, b);
  return {d.negative, d.significand, d.exponent};
}

Exact product(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.significand * b.significand, a.exponent + b.exponent};
}

// An exact sum of zero is positive unless both operands are negative.
Exact sum(const Exact& a, const Exact& b) {
  if (a.significand == 0 && b.significand == 0) return {.negative = a.negative && b.negative};
  if (b.significand == 0) return a;
  if (a.significand == 0) return b;
  const int least = std::min(a.exponent, b.exponent);
  const auto aligned = [&](const Exact& e) {
    const auto shifted = static_cast<Integer>(e.significand << static_cast<unsigned>(e.exponent - least));
    return e.negative ? -shifted : shifted;
  };
  const Integer all = aligned(a) + aligned(b);
  return {all < 0, static_cast<Wide>(all < 0 ? -all : all), least};
}

Bits rounded(const Format& f, const Exact& e, Rounding mode = Rounding::rne) {
  return round_to(f, Unrounded{.negative = e.negative, .significand = e.significand, .exponent = e.exponent}, mode);
}

bool is_nan_sum(const Format& f, Bits a, Bits b) {
  return f.is_nan(a) || f.is_nan(b) || (f.is_infinite(a) && f.is_infinite(b) && f.is_negative(a) != f.is_negative(b));
}

Bits added(const Format& f, Bits a, Bits b) {
  if (is_nan_sum(f, a, b)) return f.quiet_nan();
  if (f.is_infinite(a)) return a;
  if (f.is_infinite(b)) return b;
  return rounded(f, sum(exact(f, a), exact(f, b)));
}

// The product where it is not finite.
std::optional<Bits> special_product(const Format& f, Bits a, Bits b) {
  if (f.is_nan(a) || f.is_nan(b)) return f.quiet_nan();
  if (!f.is_infinite(a) && !f.is_infinite(b)) return std::nullopt;
  if (f.is_zero(a) || f.is_zero(b)) return f.quiet_nan();
  return f.infinity(f.is_negative(a) != f.is_negative(b));
}

Bits multiplied(const Format& f, Bits a, Bits b) {
  if (const std::optional<Bits> special = special_product(f, a, b)) return *special;
  return rounded(f, product(exact(f, a), exact(f, b)));
}

Bits fused(const Format& f, const FloatNumbers& n, Rounding mode = Rounding::rne) {
  if (const std::optional<Bits> special = special_product(f, n[0], n[1])) return added(f, *special, n[2]);
  if (!f.is_finite(n[2])) return added(f, f.one(), n[2]);
  return rounded(f, sum(product(exact(f, n[0]), exact(f, n[1])), exact(f, n[2])), mode);
}

Bits greater(const Format& f, Bits a, Bits b) {
  if (f.is_nan(a) || f.is_nan(b)) return f.is_nan(a) ? b : a;
  return ordered(f, a) < ordered(f, b) ? b : a;
}

Bits floor_of(const Format& f, Bits a) {
  if (!f.is_finite(a) || f.is_zero(a)) return a;
  const Exact e = exact(f, a);
  if (e.exponent >= 0) return a;
  const auto shift = static_cast<unsigned>(std::min(-e.exponent, 127));
  const Wide whole = e.significand >> shift;
  const bool is_whole = whole << shift == e.significand;
  return rounded(f, {e.negative, whole + (e.negative && !is_whole ? 1 : 0), 0});
}

Bits negated(const Format& f, Bits a) { return f.is_nan(a) ? a : f.negate(a); }

// Returns the result without flags.
Bits strict(const Format& f, FloatForm form, const FloatNumbers& n) {
  switch (form) {
    case FloatForm::fma:
    case FloatForm::fma_of_vectors:
    case FloatForm::fma_extended: return fused(f, n);
    case FloatForm::product_sum: return added(f, multiplied(f, n[0], n[1]), n[2]);
    case FloatForm::sum_difference: return added(f, added(f, n[0], n[1]), negated(f, n[0]));
    case FloatForm::sum_of_zero: return added(f, n[0], 0);
    case FloatForm::difference: return added(f, n[0], negated(f, n[0]));
    case FloatForm::is_nan: return f.is_nan(n[0]) ? f.one() : 0;
    case FloatForm::fmax: return greater(f, n[0], n[1]);
    case FloatForm::fmin: return negated(f, greater(f, negated(f, n[0]), negated(f, n[1])));
    case FloatForm::fabs: return f.magnitude(n[0]);
    case FloatForm::floor: return floor_of(f, n[0]);
  }
  return 0;
}

std::size_t operands_of(FloatForm form) {
  switch (form) {
    case FloatForm::sum_of_zero:
    case FloatForm::difference:
    case FloatForm::is_nan:
    case FloatForm::fabs:
    case FloatForm::floor: return 1;
    case FloatForm::sum_difference:
    case FloatForm::fmax:
    case FloatForm::fmin: return 2;
    default: return 3;
  }
}

// ---- Measuring

std::vector<il::OptionalCapability> capabilities_of(std::string_view kind) {
  if (kind == kFma) return {{il::kFmaCapability, il::kFmaExtension}};
  return {{il::kControlsCapability, il::kControlsExtension}};
}

constexpr int kAllowsExtended = 16;  // the version of SPIR-V that allows FPFastMathMode on OpExtInst

bool takes_version(const Capabilities& device, int version) {
  return std::ranges::any_of(device.spirv, [&](const Version& v) { return 10 * v.major + v.minor >= version; });
}

Module module_of_kind(const Capabilities& device, std::string_view kind, Type type) {
  const bool is_of_version = kind == kExtended && takes_version(device, kAllowsExtended);
  const std::vector<il::OptionalCapability> needed =
      is_of_version ? std::vector<il::OptionalCapability>{} : capabilities_of(kind);
  const Source source = il::float_controls_source(type, compiler_of(device), float_kernels(kind), needed);
  return {.source = "",
          .il = is_of_version ? il::assembled(source.text, kAllowsExtended) : il::assembled(source.text),
          .options = ""};
}

std::string in_words(Type type, const FloatKernel& kernel, const FloatStep& step, const FloatNumbers& n) {
  const auto bits = [&](std::size_t i) { return pattern({type, n.at(i)}); };
  std::string text = std::string(il::text(step.form));
  if (step.flags) text += fmt::format(" with FPFastMathMode {:#x}", *step.flags);
  if (kernel.default_flags) text += fmt::format(", FPFastMathDefault {:#x}", *kernel.default_flags);
  constexpr std::string_view kNames = "xyz";
  for (std::size_t i = 0; i < operands_of(step.form); ++i) text += fmt::format(", {} = {}", kNames[i], bits(i));
  return text;
}

class FloatControlsProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return !float_kernels(kind).empty(); }

  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    const Capabilities& can = device.capabilities();
    if (!support(can, task.format).to_nearest) return "the driver does not report CL_FP_ROUND_TO_NEAREST";
    const std::string_view kind = task.kind.name;
    if (kind == kExtended && takes_version(can, kAllowsExtended)) return std::nullopt;
    auto why = classay::unsupported(can, capabilities_of(kind).front());
    if (why && kind == kExtended) return "the device lists no SPIR-V 1.6, and " + *why;
    return why;
  }

  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    return or_unbuilt([&] { return found(device, task); });
  }

 private:
  static ProbeFinding found(Device& device, const ProbeTask& task) {
    const std::vector<FloatNumbers> numbers = float_numbers(task.format);
    const int bytes = width(task.format) / 8;
    std::vector<std::byte> in(numbers.size() * 3 * static_cast<std::size_t>(bytes));
    std::uint64_t at = 0;
    for (const FloatNumbers& n : numbers) {
      for (const Bits b : n) put_element(in, bytes, at++, b);
    }
    const std::unique_ptr<Program> program =
        device.build(module_of_kind(device.capabilities(), task.kind.name, task.format));
    const std::unique_ptr<Stream> stream = device.stream(*program, 1);
    Objections objections;
    std::uint64_t count = 0;
    for (const FloatKernel& kernel : float_kernels(task.kind.name)) {
      const std::uint64_t results = numbers.size() * kernel.steps.size();
      stream->submit({.kernel = kernel.name,
                      .items = numbers.size(),
                      .outputs = {results * static_cast<std::size_t>(bytes)},
                      .inputs = {in},
                      .scalars = {},
                      .poison = kPoison});
      const Finished finished = stream->wait();
      for (std::uint64_t i = 0; i < results; ++i) {
        judge(task.format, kernel, kernel.steps[i % kernel.steps.size()], numbers[i / kernel.steps.size()],
              element_at(finished.outputs.at(0), bytes, i), objections);
      }
      count += results;
    }
    return {.violations = objections.sentences(), .notes = {fmt::format("{} results", count)}};
  }

  static void judge(Type type, const FloatKernel& kernel, const FloatStep& step, const FloatNumbers& numbers, Bits got,
                    Objections& objections) {
    const std::uint32_t flags = step.flags.value_or(kernel.default_flags.value_or(il::kNoFlag));
    const AllowedResults allowed = allowed_results(type, step.form, flags, numbers);
    if (is_allowed(type, allowed, got)) return;
    objections.add(fmt::format("{} {} {}", kernel.name, static_cast<int>(step.form), step.flags.value_or(~0U)),
                   fmt::format("{}: {}, expected {}", in_words(type, kernel, step, numbers), pattern({type, got}),
                               pattern({type, allowed.results.front()})));
  }

  static constexpr std::uint32_t kPoison = 0x5a5a5a5a;
};

}  // namespace

// Random operands lie between 2^4 and 2^14: no result of f16 is subnormal or overflows.
std::vector<FloatNumbers> float_numbers(Type type) {
  constexpr std::uint64_t kRandom = 96;
  const Format& f = format(type);
  const std::array<Bits, 7> specials{
      0, f.zero(true), f.one(), f.negate(f.one()), f.infinity(), f.infinity(true), f.quiet_nan()};
  std::vector<FloatNumbers> all;
  for (const Bits x : specials) {
    for (const Bits y : specials) {
      for (const Bits z : specials) all.push_back({x, y, z});
    }
  }
  CounterRandom random(static_cast<std::uint64_t>(type), 0);
  const auto number = [&](std::uint64_t least, std::uint64_t binades) {
    const std::uint64_t exponent = static_cast<std::uint64_t>(f.emax) + least + random.next() % binades;
    const Bits sign = random.next() % 2 == 0 ? 0 : f.sign_bit();
    return sign | exponent << static_cast<unsigned>(f.fraction_bits()) | (random.next() & f.fraction_mask());
  };
  for (std::uint64_t i = 0; i < kRandom; ++i) {
    const Bits x = number(4, 3);
    const Bits y = number(4, 3);
    all.push_back({x, y, number(8, 6)});
    const Bits against = negated(f, multiplied(f, x, y));
    all.push_back({x, y, against});
    all.push_back({x, y, against + 1 + i % 3});
  }
  return all;
}

std::vector<FloatKernel> float_kernels(std::string_view kind) {
  if (kind == kFma) {
    return {{"fused",
             std::nullopt,
             {{FloatForm::fma}, {FloatForm::fma_of_vectors}, {FloatForm::fma, kNoSpecials}, {FloatForm::fma, il::kNoFlag}}}};
  }
  if (kind == kExtended) {
    std::vector<FloatStep> steps;
    for (const std::uint32_t flags :
         {il::kNoFlag, il::kNotNan, il::kNotInf, il::kNoSignedZeros, il::kAllowRecip, il::kFast}) {
      if (flags != il::kFast) steps.push_back({FloatForm::fma_extended, flags});
      for (const FloatForm form : {FloatForm::fmax, FloatForm::fmin, FloatForm::fabs, FloatForm::floor})
        steps.push_back({form, flags});
    }
    return {{"extended", std::nullopt, std::move(steps)}};
  }
  if (kind != kDefault) return {};
  constexpr std::array kCore{FloatForm::product_sum, FloatForm::sum_difference, FloatForm::sum_of_zero,
                             FloatForm::difference, FloatForm::is_nan};
  std::vector<FloatKernel> all{{"strict", il::kNoFlag, {}},
                               {"contracting", il::kAllowContract, {}},
                               {"transforming", kTransformed, {}},
                               {"ordinary", kNoSpecials | il::kAllowRecip, {}}};
  for (FloatKernel& kernel : all) {
    for (const FloatForm form : kCore) {
      kernel.steps.push_back({form});
      kernel.steps.push_back({form, il::kNoFlag});
    }
  }
  all.front().steps.push_back({FloatForm::product_sum, il::kAllowContract});
  all.front().steps.push_back({FloatForm::sum_difference, il::kAllowReassoc});
  all.front().steps.push_back({FloatForm::difference, kNoSpecials});
  return all;
}

AllowedResults allowed_results(Type type, FloatForm form, std::uint32_t flags, const FloatNumbers& n) {
  const Format& f = format(type);
  AllowedResults allowed{.results = {strict(f, form, n)}};
  const std::uint32_t rearranged = il::kAllowContract | il::kAllowReassoc | il::kFast;
  if (form == FloatForm::product_sum && (flags & (il::kAllowContract | il::kFast)) != 0) {
    // An intermediate result of more bits makes the final one a neighbour of the exact sum.
    for (const Rounding mode : {Rounding::rne, Rounding::rtn, Rounding::rtp}) allowed.results.push_back(fused(f, n, mode));
  }
  if (form == FloatForm::sum_difference && (flags & rearranged) != 0) {
    allowed.results.push_back(n[1]);
    allowed.results.push_back(added(f, n[0], added(f, n[1], negated(f, n[0]))));
  }
  // A transformation may find x - x = 0 before it looks for infinities.
  if (form == FloatForm::difference && (flags & (il::kAllowTransform | il::kFast)) != 0) allowed.results.push_back(0);
  allowed.ignores_sign_of_zero =
      (flags & (il::kNoSignedZeros | il::kFast)) != 0 || form == FloatForm::fmax || form == FloatForm::fmin;
  const bool no_nan = (flags & (il::kNotNan | il::kFast)) != 0;
  const bool no_infinity = (flags & (il::kNotInf | il::kFast)) != 0;
  const auto is_excluded = [&](Bits b) { return (no_nan && f.is_nan(b)) || (no_infinity && f.is_infinite(b)); };
  allowed.is_anything = std::any_of(n.begin(), n.begin() + static_cast<std::ptrdiff_t>(operands_of(form)), is_excluded) ||
                        is_excluded(allowed.results.front());
  return allowed;
}

bool is_allowed(Type type, const AllowedResults& allowed, Bits got) {
  const Format& f = format(type);
  if (allowed.is_anything) return true;
  return std::ranges::any_of(allowed.results, [&](Bits right) {
    if (f.is_nan(right)) return f.is_nan(got);
    return got == right || (allowed.ignores_sign_of_zero && f.is_zero(right) && f.is_zero(got));
  });
}

const Probe& float_controls_probe() {
  static const FloatControlsProbe probe;
  return probe;
}

}  // namespace classay
