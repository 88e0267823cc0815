#include "reference/promise/limit.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace classay {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

bool nothing(double d) { return std::isnan(d); }
bool same(double a, double b) { return a == b || (nothing(a) && nothing(b)); }

// The exponent of a power of two; 0 for any other number.
int power_of_two(double d) {
  int exponent = 0;
  return std::frexp(d, &exponent) == 0.5 ? exponent - 1 : 0;
}

// Writes a number as the specifications do: 2.5, 8192, 1e-3, 2^-11, pi.
std::string number(double d) {
  if (d < 0) return "-" + number(-d);
  if (d == kPi) return "pi";
  const int exponent = power_of_two(d);
  if (exponent < -2 || exponent > 13) return fmt::format("2^{}", exponent);
  if (d > 0 && d < 0.01) {
    const std::string power = fmt::format("1e{}", std::lround(std::log10(d)));
    if (std::strtod(power.c_str(), nullptr) == d) return power;
  }
  return fmt::format("{}", d);
}

// "2n", "0.5n", "n"
std::string multiple(double factor) { return factor == 1 ? "n" : number(factor) + "n"; }

std::string sum(double base, double per_lane) {
  if (base == 0) return multiple(per_lane);
  if (per_lane == 0) return number(base);
  return fmt::format("{} + {}", number(base), multiple(per_lane));
}

std::string interval(double low, double high) { return fmt::format("[{}, {}]", number(low), number(high)); }

std::string scaled(const ScaledAbsolute& l) {
  const std::string factor =
      l.per_lane == 0 ? number(l.base) : fmt::format("({} - {})", multiple(l.per_lane), number(-l.base));
  return fmt::format("<= max * max * {} * {} absolute", factor, number(l.epsilon));
}

std::vector<std::string_view> split(std::string_view s, std::string_view separator) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t at = s.find(separator);
    pieces.push_back(s.substr(0, at));
    if (at == std::string_view::npos) return pieces;
    s.remove_prefix(at + separator.size());
  }
}

// Writes hexadecimal powers of two as the specifications do.
std::string with_powers(std::string_view s) {
  std::string result(s);
  constexpr std::string_view prefix = "0x1p";
  for (std::size_t at = result.find(prefix); at != std::string::npos; at = result.find(prefix, at)) {
    result.replace(at, prefix.size(), "2^");
  }
  return result;
}

// "condition: expression" as "expression if condition".
std::string form(std::string_view s) {
  const std::size_t colon = s.find(": ");
  if (colon == std::string_view::npos) return with_powers(s);
  return with_powers(fmt::format("{} if {}", s.substr(colon + 2), s.substr(0, colon)));
}

std::string forms(std::string_view s) {
  std::string result;
  for (std::string_view reading : split(s, " or ")) {
    if (!result.empty()) result += ", or ";
    std::string_view separator = "as ";
    for (std::string_view piece : split(reading, "; ")) {
      result += separator;
      result += form(piece);
      separator = "; ";
    }
  }
  return result;
}

std::string derived(const Derived& l) {
  std::string result = forms(l.forms);
  if (!nothing(l.otherwise_ulp)) result += fmt::format(" | or <= {} ulp", number(l.otherwise_ulp));
  if (!nothing(l.otherwise_absolute)) result += fmt::format(" | or <= {} absolute", number(l.otherwise_absolute));
  if (l.is_otherwise_poor) result += " with a warning";
  if (!l.otherwise_where.empty()) result += " if " + with_powers(l.otherwise_where);
  if (!l.defined.empty()) result += " | defined if " + with_powers(l.defined);
  return result;
}

std::string absolute_on(const AbsoluteOn& l) {
  const std::string inside = fmt::format("<= {} absolute on {}", number(l.tolerance), interval(l.low, l.high));
  return nothing(l.outside_ulp) ? inside : fmt::format("{}, <= {} ulp elsewhere", inside, number(l.outside_ulp));
}

std::string ulp_on(const UlpOn& l) {
  return fmt::format("<= {} ulp on {}{}", number(l.n), interval(l.low, l.high), l.of_magnitudes ? " in magnitude" : "");
}

std::string by_lanes(const UlpByLanes& l) {
  return fmt::format("<= {} ulp{}", sum(l.base, l.per_lane), l.squares_in_range ? " while the squares are in range" : "");
}

std::string through_float(const ThroughFloat& l) {
  const std::string of_float = l.ulps == 0.5 ? "correctly rounded" : fmt::format("<= {} ulp", number(l.ulps));
  return of_float + " in f32, then to nearest or toward zero";
}

// The numbers and texts that make up a promise, so that equality is one comparison.
struct Parts {
  std::array<double, 4> numbers = {};
  std::array<std::string_view, 4> texts = {};
};

Parts parts(const Limit& limit) {
  return std::visit(Overloaded{
                        [](const Ulp& l) { return Parts{{l.n}}; },
                        [](const UlpByLanes& l) {
                          return Parts{{l.base, l.per_lane, l.squares_in_range ? 1.0 : 0.0}};
                        },
                        [](const ExpRelaxed& l) { return Parts{{l.base}}; },
                        [](const Absolute& l) { return Parts{{l.tolerance}}; },
                        [](const ScaledAbsolute& l) {
                          return Parts{{l.base, l.per_lane, l.epsilon}};
                        },
                        [](const AbsoluteOn& l) {
                          return Parts{{l.low, l.high, l.tolerance, l.outside_ulp}};
                        },
                        [](const UlpOn& l) {
                          return Parts{{l.n, l.low, l.high, l.of_magnitudes ? 1.0 : 0.0}};
                        },
                        [](const ThroughFloat& l) { return Parts{{l.ulps}}; },
                        [](const Derived& l) {
                          return Parts{{l.otherwise_ulp, l.otherwise_absolute, l.is_otherwise_poor ? 1.0 : 0.0},
                                       {l.forms, l.defined, l.arguments, l.otherwise_where}};
                        },
                        [](const auto&) { return Parts{}; },
                    },
                    limit);
}

}  // namespace

std::string text(const Limit& limit) {
  return std::visit(Overloaded{
                        [](const Unstated&) -> std::string { return "not stated"; },
                        [](const ImplementationDefined&) -> std::string { return "implementation-defined"; },
                        [](const CorrectlyRounded&) -> std::string { return "correctly rounded"; },
                        [](const Exact&) -> std::string { return "0 ulp"; },
                        [](const Ulp& l) { return fmt::format("<= {} ulp", number(l.n)); },
                        [](const UlpByLanes& l) { return by_lanes(l); },
                        [](const ExpRelaxed& l) { return fmt::format("<= {} + floor(|2x|) ulp", number(l.base)); },
                        [](const Absolute& l) { return fmt::format("<= {} absolute", number(l.tolerance)); },
                        [](const ScaledAbsolute& l) { return scaled(l); },
                        [](const AbsoluteOn& l) { return absolute_on(l); },
                        [](const UlpOn& l) { return ulp_on(l); },
                        [](const FmaOrTwoRoundings&) -> std::string { return "fma or two roundings"; },
                        [](const TwoRoundings&) -> std::string { return "two roundings"; },
                        [](const ThroughFloat& l) { return through_float(l); },
                        [](const Derived& l) { return derived(l); },
                    },
                    limit);
}

bool operator==(const Limit& a, const Limit& b) {
  if (a.index() != b.index()) return false;
  const Parts p = parts(a);
  const Parts q = parts(b);
  for (std::size_t i = 0; i < p.numbers.size(); ++i) {
    if (!same(p.numbers[i], q.numbers[i])) return false;
  }
  return p.texts == q.texts;
}

}  // namespace classay
