// Defines short names for limits and editions that many rows have, for all parts of the table. Included by table_*.h only.
#pragma once

#include "reference/exact/exact.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"
#include "suites/row.h"

namespace classay::parts {

inline constexpr Limits kExact{.full = Exact{}};
inline constexpr Limits kRounded{.full = CorrectlyRounded{}};
inline constexpr Limits kRoundedTwice{.full = ThroughFloat{0.5}};
inline constexpr Limits kImplementationDefined{.full = ImplementationDefined{}};

inline constexpr Few<Edition, 4> kC{Edition::clc20, Edition::clc31};
inline constexpr Few<Edition, 4> kSpirv{Edition::spirv22, Edition::spirv31};
inline constexpr Few<Edition, 4> kBeforeUnified{Edition::clc20, Edition::spirv22};
inline constexpr Few<Edition, 4> kC20{Edition::clc20};
inline constexpr Few<Edition, 4> kSpirv22{Edition::spirv22};

// One row for functions of both kinds of formats.
template <Evaluate real, Evaluate integer>
std::vector<Truth> of_either(const Call& call, Precision p) {
  return is_float(call.type) ? real(call, p) : integer(call, p);
}

// a * b + c with the signs of an expression: the number that a fused operation rounds.
template <bool negates_product, bool negates_addend>
std::vector<Truth> fused(const Call& call, Precision p) {
  std::vector<Value> args(call.args.begin(), call.args.end());
  const Format& f = format(call.type);
  if (negates_product) args[0].bits = f.negate(args[0].bits);
  if (negates_addend) args[2].bits = f.negate(args[2].bits);
  Call with_signs = call;
  with_signs.args = args;
  return oracle::mad(with_signs, p);
}

// The same with the product rounded before it is added to, to nearest: what error is measured from. (The judge follows the
// device's own mode.)
template <bool negates_product, bool negates_addend>
std::vector<Truth> rounded_twice(const Call& call, Precision) {
  const Format& f = format(call.type);
  Bits product = round_to(f, exact_product(exact(call.args[0]), exact(call.args[1])), Rounding::rne);
  if (negates_product) product = f.negate(product);
  const Bits addend = negates_addend ? f.negate(call.args[2].bits) : call.args[2].bits;
  std::vector<Truth> truths;
  truths.push_back(Truth::of(exact_sum(exact(f, product), exact(f, addend))));
  return truths;
}

}  // namespace classay::parts
