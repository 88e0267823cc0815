#include "reference/arb/check.h"

#include <algorithm>
#include <stdexcept>

#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"

namespace classay::arb {
namespace {

struct ShapeOf {
  std::string_view name;
  Shape shape;
};
constexpr std::array kNotUnary{
    ShapeOf{"sincos", Shape::unary_to_two},
    ShapeOf{"fract", Shape::unary_to_two},
    ShapeOf{"lgamma_r", Shape::unary_to_real_int},
    ShapeOf{"atan2", Shape::binary},
    ShapeOf{"atan2pi", Shape::binary},
    ShapeOf{"pow", Shape::binary},
    ShapeOf{"powr", Shape::binary},
    ShapeOf{"hypot", Shape::binary},
    ShapeOf{"add", Shape::binary},
    ShapeOf{"sub", Shape::binary},
    ShapeOf{"mul", Shape::binary},
    ShapeOf{"div", Shape::binary},
    ShapeOf{"fmod", Shape::binary},
    ShapeOf{"remainder", Shape::binary},
    ShapeOf{"frem", Shape::binary},
    ShapeOf{"fmod_floored", Shape::binary},
    ShapeOf{"fdim", Shape::binary},
    ShapeOf{"remquo", Shape::binary_to_real_int},
    ShapeOf{"fma", Shape::ternary},
    ShapeOf{"mad", Shape::ternary},
    ShapeOf{"mix", Shape::ternary},
    ShapeOf{"smoothstep", Shape::ternary},
    ShapeOf{"pown", Shape::real_int},
    ShapeOf{"rootn", Shape::real_int},
    ShapeOf{"ldexp", Shape::real_int},
    ShapeOf{"length", Shape::vector_to_scalar},
    ShapeOf{"dot", Shape::vectors_to_scalar},
    ShapeOf{"distance", Shape::vectors_to_scalar},
    ShapeOf{"normalize", Shape::vector_to_vector},
    ShapeOf{"cross", Shape::vectors_to_vector},
};

constexpr Shape shape_of(std::string_view name) {
  for (const ShapeOf& s : kNotUnary) {
    if (s.name == name) return s.shape;
  }
  return Shape::unary;
}

}  // namespace

std::span<const Subject> subjects() {
#define CLASSAY_ORACLE(name) Subject{#name, shape_of(#name), oracle::name, arb::name},
  static const std::array all{
#include "reference/oracle/oracle.def"
  };
#undef CLASSAY_ORACLE
  return all;
}

const Subject& subject(std::string_view name) {
  const auto all = subjects();
  const auto found = std::ranges::find(all, name, &Subject::name);
  if (found == all.end()) throw std::out_of_range("no function of oracle.def: " + std::string(name));
  return *found;
}

std::vector<Type> result_types(Shape shape, Type format) {
  switch (shape) {
    case Shape::unary_to_two: return {format, format};
    case Shape::unary_to_real_int:
    case Shape::binary_to_real_int: return {format, Type::i32};
    default: return {format};
  }
}

Arguments arguments(Type format, std::span<const Bits> patterns) {
  Arguments a;
  for (const Bits b : patterns) a.values.push_back({format, b});
  return a;
}

namespace {

Arguments vector_arguments(Type format, const Inputs& inputs, std::uint64_t i, int vectors, int lanes) {
  Arguments a = arguments(format, inputs.components(i, vectors * lanes));
  a.lanes = lanes;
  return a;
}

}  // namespace

Arguments arguments(Shape shape, Type format, const Inputs& inputs, std::uint64_t i) {
  const int lanes = static_cast<int>(i % 4) + 1;
  switch (shape) {
    case Shape::unary:
    case Shape::unary_to_two:
    case Shape::unary_to_real_int: return arguments(format, std::array{inputs.one(i)});
    case Shape::binary:
    case Shape::binary_to_real_int: return arguments(format, inputs.pair(i));
    case Shape::ternary: return arguments(format, inputs.triple(i));
    case Shape::real_int: {
      const auto [x, n] = inputs.real_int(i);
      return {1, {{format, x}, int_value(Type::i32, n)}};
    }
    case Shape::vector_to_scalar:
    case Shape::vector_to_vector: return vector_arguments(format, inputs, i, 1, lanes);
    case Shape::vectors_to_scalar: return vector_arguments(format, inputs, i, 2, lanes);
    case Shape::vectors_to_vector: return vector_arguments(format, inputs, i, 2, 3 + static_cast<int>(i % 2));
  }
  return {};
}

std::vector<Answer> answers(const Subject& subject, const Call& call) {
  const std::vector<Type> types = result_types(subject.shape, call.type);
  std::vector<Answer> all;
  for (Truth& t : evaluate_rounded(subject.oracle, call, types)) {
    Answer a{std::move(t)};
    if (a.truth.kind == Truth::Kind::real) {
      for (std::size_t i = 0; i < kRoundings.size(); ++i) {
        a.roundings[i] = rounded(call.type, a.truth, kRoundings[i]).value();
      }
    }
    all.push_back(std::move(a));
  }
  return all;
}

namespace {

std::string text(const Truth& t) {
  switch (t.kind) {
    case Truth::Kind::nan: return "nan";
    case Truth::Kind::infinite: return t.negative ? "-inf" : "inf";
    case Truth::Kind::any: return "anything";
    case Truth::Kind::integer: return "integer " + std::to_string(as_signed({Type::i32, t.integer}));
    case Truth::Kind::real: break;
  }
  if (t.value->is_point()) return decimal(t.value->low, 40, MPFR_RNDN);
  std::string s = "(";
  return s.append(decimal(t.value->low, 40, MPFR_RNDD))
      .append(", ")
      .append(decimal(t.value->high, 40, MPFR_RNDU))
      .append(")");
}

std::string text(const Component& c) { return c.real ? text(*c.real) : "integer " + std::to_string(c.integer); }

std::string text(const Subject& subject, const Call& call) {
  std::string s(subject.name);
  s.append(" ").append(info(call.type).name);
  if (call.lanes > 1) s.append(" x").append(std::to_string(call.lanes));
  for (const Value& v : call.args) {
    s.append(" ").append(is_float(v.type) ? hex_float(format(v.type), v.bits) : std::to_string(as_signed(v)));
  }
  return s;
}

}  // namespace

std::string disagreement(const Truth& truth, const Component& component) {
  if (!component.real) {
    const bool same = truth.kind == Truth::Kind::integer && as_signed({Type::i32, truth.integer}) == component.integer;
    return same ? "" : "the integers differ";
  }
  if (truth.kind != Truth::Kind::real) return "the oracle gives no real number";
  if (!overlap(*component.real, *truth.value)) return "the enclosures do not overlap";
  const bool exactly_zero = component.real->is_point() && component.real->low.is_zero();
  if (exactly_zero != truth.is_zero()) return "only one of the two is exactly zero";
  if (exactly_zero && component.negative_zero && *component.negative_zero != truth.negative)
    return "the zero has the other sign";
  return "";
}

std::string disagreement(const Answer& answer, const Component& component, const std::optional<Roundings>& roundings) {
  std::string s = disagreement(answer.truth, component);
  if (!s.empty() || !component.real || answer.truth.is_zero()) return s;  // the sign of a zero does not depend on rounding
  if (!roundings) return "Arb does not decide the rounding";
  for (std::size_t i = 0; i < kRoundings.size(); ++i) {
    if (answer.roundings[i] != (*roundings)[i]) return "rounded differently in mode " + std::string(name(kRoundings[i]));
  }
  return "";
}

namespace {

std::string report(const Subject& subject, const Call& call, std::size_t index, std::string_view what, const Truth& truth,
                   const Component* component) {
  std::string s = text(subject, call);
  s.append("\n  component ").append(std::to_string(index)).append(": ").append(what);
  s.append("\n  oracle ").append(text(truth));
  s.append("\n  Arb    ").append(component != nullptr ? text(*component) : "not covered");
  return s;
}

// A result that Arb does not cover must be special; an inexact real number is an error.
std::string check_not_covered(const Subject& subject, const Call& call, std::span<const Answer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i].truth.is_exact()) return report(subject, call, i, "not covered", answers[i].truth, nullptr);
  }
  return "";
}

constexpr slong kDeepPrecision = 320;            // well beyond the 128 bits of the results, except their last digits
constexpr Precision kDeepOraclePrecision = 256;  // the precision of the oracle for this comparison

// Compares again with more precision than rounding needs.
std::string check_deeply(const Subject& subject, const Call& call, std::span<const Answer> answers) {
  const Outcome outcome = subject.check(call, kDeepPrecision);
  const std::vector<Truth> deep_truths = subject.oracle(call, kDeepOraclePrecision);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (const Truth* truth : {&answers[i].truth, &deep_truths[i]}) {
      const Component& component = (*outcome)[i];
      const std::string what = disagreement(*truth, component);
      if (!what.empty()) return report(subject, call, i, what, *truth, &component);
    }
  }
  return "";
}

}  // namespace

Finding check(const Subject& subject, const Call& call, std::span<const Answer> answers, bool deep) {
  const std::vector<Type> types = result_types(subject.shape, call.type);
  const std::optional<Refined> refined = refine(subject.check, call, types);
  if (!refined) return {false, check_not_covered(subject, call, answers)};
  if (refined->components.size() != answers.size()) {
    return {true, text(subject, call).append(": the oracle gives another number of components")};
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string what = disagreement(answers[i], refined->components[i], refined->roundings[i]);
    if (!what.empty()) return {true, report(subject, call, i, what, answers[i].truth, &refined->components[i])};
  }
  return {true, deep ? check_deeply(subject, call, answers) : ""};
}

Finding check(const Subject& subject, const Call& call, bool deep) {
  const RealScope scope;
  try {
    return check(subject, call, answers(subject, call), deep);
  } catch (const Undecided&) {
    return {true, text(subject, call).append(": the oracle is undecided")};
  }
}

}  // namespace classay::arb
