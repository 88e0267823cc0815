#include "harness/worker/judging/pair_domain.h"

#include <algorithm>
#include <cmath>

#include "reference/bulk/lane.h"
#include "reference/number/real.h"

namespace classay {
namespace {

using derived::Condition;
using derived::from;
using derived::Holds;
using derived::Operand;
using Kind = Condition::Kind;

// Numbers from `low` to `high`, both of one sign.
struct Span {
  double low = 0;
  double high = 0;
};

Span span_of(const Operand& operand, std::span<const Span> arguments) {
  const double number = operand.number ? mpfr_get_d(operand.number->get(), MPFR_RNDN) : 0;
  Span s = operand.argument ? arguments[*operand.argument] : Span{number, number};
  const auto turned = [&] { return Span{-s.high, -s.low}; };
  if (operand.absolute && s.low < 0) s = turned();
  if (operand.negative) s = turned();
  return s;
}

Holds property(Kind kind, const Span& s) {
  if (kind == Kind::finite) return Holds::always;
  const double next = std::ceil(s.low);
  if (next > s.high) return Holds::never;  // it contains no integer
  if (s.low != s.high) return Holds::perhaps;
  const bool is_odd = std::fmod(s.low, 2) != 0;
  const bool has = kind == Kind::integer || is_odd == (kind == Kind::odd);
  return from(has, !has);
}

Holds holds_alone(const Condition& c, std::span<const Span> arguments) {
  const Span a = span_of(c.operands.front(), arguments);
  if (c.operands.size() == 1) return property(c.kind, a);
  const Span b = span_of(c.operands.back(), arguments);
  switch (c.kind) {
    case Kind::less: return from(a.high < b.low, a.low >= b.high);
    case Kind::less_equal: return from(a.high <= b.low, a.low > b.high);
    default: return from(a.low == b.high && a.high == b.low, a.high < b.low || a.low > b.high);
  }
}

double number(Type type, Bits bits) {
  return is_float(type) ? bulk::value_of(format(type), bits) : static_cast<double>(as_signed({type, bits}));
}

}  // namespace

PairDomain::PairDomain(const Derived& limit, const std::vector<Type>& arguments) : arguments_(arguments) {
  if (!limit.defined.empty()) condition_ = derived::parse_condition(limit.defined, limit.arguments);
}

bool PairDomain::has(const BulkArguments& arguments) const { return has(arguments, arguments) == Holds::always; }

Holds PairDomain::has(const BulkArguments& first, const BulkArguments& last) const {
  if (!condition_) return Holds::always;
  std::array<Span, 3> spans;
  for (std::size_t a = 0; a < arguments_.size(); ++a) {
    const double x = number(arguments_[a], first.at(a));
    const double y = number(arguments_[a], last.at(a));
    spans.at(a) = {std::min(x, y), std::max(x, y)};
  }
  const std::span<const Span> all = std::span(spans).first(arguments_.size());
  return derived::holds_joined(*condition_, [all](const Condition& one) { return holds_alone(one, all); });
}

}  // namespace classay
