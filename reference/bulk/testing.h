// Compares the bulk judge with the MPFR fallback in tests: functions with injected errors, values simulated from any
// reference function, and devices with chosen errors.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/bulk_promise.h"

namespace classay::bulk_test {

// f(x) = x - e ulp(x). The pattern of x selects e from a table in testing.cpp, so that a device that returns x has error e.
// For odd patterns f(x) is a little larger, by less than any enclosure shows.
std::vector<Truth> planted(const Call& call, Precision p);
// Errors below 3 ulp, few of them at the edges of bins, so that whole blocks of lanes are settled together.
std::vector<Truth> planted_few(const Call& call, Precision p);
// Errors of about 1.5 ulp, at the boundaries between steps of resolution. All of them compete, and hardly any is certain.
std::vector<Truth> planted_ties(const Call& call, Precision p);

struct Subject {
  Promise promise;
  Type type = Type::f32;
  Arithmetic arithmetic;

  const Format& f() const { return format(type); }
  Judged judged(Bits input, Bits got) const;
  Truth truth(Bits input, Precision p = 128) const;  // the prescribed value if there is one
  Bits nearest(Bits input) const;                    // the ideal result of a device
};
// `rules` are sentences. They live as long as the program.
Subject subject(std::string_view builtin, Evaluate truth, Type type, Limit limit,
                const std::vector<std::string_view>& rules = {});

// Values are the doubles nearest to the exact result, or differ from it by up to `off` of their bound.
class SimulatedValues : public Values {
 public:
  SimulatedValues(const Subject& subject, double epsilon, double off = 0)
      : subject_(subject), epsilon_(epsilon), off_(off) {}
  Known at(Bits first, std::span<double> values) const override;

  std::size_t longest = 1000;  // inputs per bound; odd lengths test the ends of loops
  double told = -1;            // a wrong bound to report, for tests that values are checked

 private:
  std::optional<double> value(Bits input) const;  // nullopt: the input has none
  const Subject& subject_;
  double epsilon_;
  double off_;
  mutable std::map<Bits, std::optional<double>> cache_;
};

// The same value for all inputs.
class OneValue : public Values {
 public:
  OneValue(double value, double epsilon, bool same_gap) : value_(value), epsilon_(epsilon), same_gap_(same_gap) {}
  Known at(Bits first, std::span<double> values) const override;

 private:
  double value_;
  double epsilon_;
  bool same_gap_;
};

using Device = std::function<Bits(Bits input, Bits nearest)>;
Bits as_input(Bits input, Bits nearest);
Bits as_nearest(Bits input, Bits nearest);
// A device that is mostly right or one number off. Sometimes the result is arbitrary: NaN, infinities, zeros, the wrong
// sign, a few ulp off, far off.
Device erring(const Format& f, std::uint64_t often);

// Consecutive inputs with a device's results.
struct Asked {
  std::uint64_t first_index = 0;
  Bits first = 0;
  std::vector<std::byte> results;

  std::uint64_t count(const Format& f) const { return results.size() * 8 / static_cast<std::size_t>(f.width); }
  Bits got(const Format& f, std::uint64_t i) const;
  BulkInputs inputs() const { return {.first_index = first_index, .first = {first}, .results = results}; }
  Asked part(const Format& f, std::uint64_t begin, std::uint64_t n) const;
};
Asked ask(const Subject& subject, Bits first, std::uint64_t count, const Device& device, std::uint64_t first_index = 0);

Tally slow_tally(const Subject& subject, const Asked& asked);
// Uses the promise of the subject.
BulkTally bulk_tally(const Subject& subject, const Values& values, const Asked& asked, const Tally* known = nullptr,
                     const bulk::Loops* loops = nullptr);

void expect_same(const Tally& bulk, const Tally& slow, const std::string& what);
// Expects the tally of the fallback on every instruction set.
void expect_exact(const Subject& subject, const Values& values, const Asked& asked, const std::string& what = "");

}  // namespace classay::bulk_test
