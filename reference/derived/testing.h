// Simulates devices that derive relaxed math as the tables specify, to test derived.h without its code. MPFR computes each
// step's exact value at one point, and the result is one that the step's limit allows. The Simulator selects one at random,
// the Enumerator all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string_view>
#include <vector>

#include "reference/derived/derived.h"
#include "reference/number/real.h"

namespace classay::testing {

// The limits of the steps: those of a table, possibly with one replacement.
struct Table {
  Limit (*limit)(std::string_view step) = nullptr;
  std::string_view replaced = {};
  Limit by = Unstated{};

  Limit limit_of(std::string_view step) const { return step == replaced ? by : limit(step); }
  Steps steps() const {
    return {[](std::string_view step, const void* t) { return static_cast<const Table*>(t)->limit_of(step); }, this};
  }
};

// Returns the hull of all interpretations for a device's arithmetic; nullopt if no form covers the arguments.
std::optional<Reach> reach_of(const Derivation& derivation, const Call& call, const Table& table, const Arithmetic& a = {});

// One step: its exact value, and the error that the limit allows.
struct ExactStep {
  Real value;
  std::optional<Real> allowed;  // nullopt: nothing is promised
};

class Machine {
 public:
  Machine(const Format& f, const Arithmetic& a, const Table& table) : format_(f), arithmetic_(a), table_(table) {}

  const Format& format() const { return format_; }
  const Table& table() const { return table_; }

 protected:
  ExactStep exact_step(std::string_view name, std::span<const Bits> x) const;
  ExactStep limited(std::string_view name, std::span<const Bits> x, const Limit& limit) const;
  Real ulp(const Real& v) const;
  bool is_allowed(Bits result, const ExactStep& e) const;
  bool may_flush(const Real& v) const;  // subnormal before rounding
  Bits rounded(const Real& v) const { return round_to(format_, v, arithmetic_.rounding); }

  Format format_;
  Arithmetic arithmetic_;
  Table table_;
};

// Selects one result per step. "x * y + z" is both fused and rounded twice. Numbers are patterns.
class Simulator : public Machine {
 public:
  using Number = Bits;
  Simulator(const Format& f, const Arithmetic& a, const Table& t, std::uint64_t seed) : Machine(f, a, t), random_(seed) {}

  Number literal(double d) const { return rounded(exact_double(d)); }
  Number pi();
  Number one_over_pi();
  Number step(std::string_view name, std::vector<Number> x);
  Number other(std::string_view name, std::vector<Number> x, double ulps);  // not derived, with this limit
  Number negate(Number x) const { return format_.negate(x); }
  Number absolute(Number x) const { return format_.magnitude(x); }
  Number multiply_add(Number a, Number b, Number c);
  Number hand_on(Number x) { return operand(x); }
  bool chance(double p) { return std::bernoulli_distribution(p)(random_); }

 private:
  Number operand(Number x);
  Number choose(const ExactStep& e);
  std::mt19937_64 random_;
};

// Computes all results. Numbers are sets of patterns, which may include a NaN.
class Enumerator : public Machine {
 public:
  using Number = std::set<Bits>;
  using Machine::Machine;

  Number literal(double d) const { return {rounded(exact_double(d))}; }
  Number pi() const;
  Number step(std::string_view name, const std::vector<Number>& x) const;
  Number multiply_add(const Number& a, const Number& b, const Number& c) const;
  Number negate(const Number& x) const;
  Number hand_on(const Number& x) const { return operand(x); }

 private:
  Number operand(const Number& x) const;
  void include_all(Number& results, const ExactStep& e) const;
};

}  // namespace classay::testing
