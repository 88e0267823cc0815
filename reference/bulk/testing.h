// A bulk judge beside the slow one, for tests: a function whose errors are planted, values simulated from any truth, devices
// that err in chosen ways.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/bulk_promise.h"

namespace classay::bulk_test {

// f(x) = x - e ulp(x), e being an error of the table below that the pattern of x chooses: a device that answers x errs by e.
// For every other pattern f(x) is a little more, by less than any enclosure shows.
std::vector<Truth> planted(const Call& call, Precision p);
// Errors below 3 ulp, few of them at the edges of bins: whole blocks of lanes are settled together.
std::vector<Truth> planted_few(const Call& call, Precision p);
// Errors about 1.5 ulp, where they are resolved to one step or the next: all compete, and hardly any is certain.
std::vector<Truth> planted_ties(const Call& call, Precision p);

struct Subject {
  Promise promise;
  Type type = Type::f32;
  Arithmetic arithmetic;

  const Format& f() const { return format(type); }
  Judged judged(Bits input, Bits got) const;
  Truth truth(Bits input, Precision p = 128) const;  // a prescribed value where there is one
  Bits nearest(Bits input) const;                    // what a device should answer
};
// `rules`: sentences. They live as long as the program.
Subject subject(std::string_view builtin, Evaluate truth, Type type, Limit limit,
                const std::vector<std::string_view>& rules = {});

// Values as doubles nearest to the truth, or off by up to `off` of their bound.
class SimulatedValues : public Values {
 public:
  SimulatedValues(const Subject& subject, double epsilon, double off = 0)
      : subject_(subject), epsilon_(epsilon), off_(off) {}
  Known at(Bits first, std::span<double> values) const override;

  std::size_t longest = 1000;  // inputs that share a bound: odd lengths try the ends of loops
  double told = -1;            // a bound that is told instead, in a test of lies

 private:
  std::optional<double> value(Bits input) const;  // nullopt: none is given
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
// Mostly right or one number off, and now and then anything: NaN, infinities, zeros, other signs, a few ulps, far off.
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
// Of `promise` as it comes from the subject.
BulkTally bulk_tally(const Subject& subject, const Values& values, const Asked& asked, const Tally* known = nullptr,
                     const bulk::Loops* loops = nullptr);

void expect_same(const Tally& bulk, const Tally& slow, const std::string& what);
// The slow judge's tally, on every instruction set.
void expect_exact(const Subject& subject, const Values& values, const Asked& asked, const std::string& what = "");

}  // namespace classay::bulk_test
