// Simulates a device behind the backend interface: it computes with the oracle and errs where a test requests it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/unit.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/sweep/call_form.h"
#include "harness/worker/sweep/digester.h"

namespace classay::sweep_test {

// One element that a kernel is about to store.
struct Element {
  int width = 1;
  std::uint64_t item = 0;
  int lane = 0;
  Bits input = 0;  // the first argument
  Tuple inputs{};
  std::size_t component = 0;
  CallForm form = CallForm::plain;
  bool is_literal = false;
  std::uint64_t launched = 0;  // work-items of the launch
};

struct Faults {
  // Returns the bits that are stored instead of the right result.
  std::function<Bits(const Element&, Bits right)> result;
  // Returns whether a result is never stored.
  std::function<bool(const Element&)> is_lost{};
  // Number of the launch whose output stays as it was filled.
  int lost_launch = -1;
  // Number of the launch that leaves the results of the launch before.
  int stale_launch = -1;
  // Number of the launch that writes behind its output, and of the one that writes before it.
  int overrunning_launch = -1;
  int underrunning_launch = -1;
  // Component of the results that is never written.
  int lost_component = -1;
  // Number of the launch that fails, and how.
  int failing_launch = -1;
  Fault fault = Fault::out_of_resources;
  // Duration of a launch by the device's clock and, if different, by the host's.
  double seconds = 0.001;
  std::optional<double> host_seconds{};
  // Whether the program that makes digests builds.
  bool has_digests = true;
  // Returns what the device reports instead of the digest of a launch.
  std::function<Digest(const Launch&, Digest right)> digest{};
  std::function<void(CallForm, const Launch&)> launched{};
  // Returns the build log of a program that does not build; empty: it builds.
  std::function<std::string(CallForm, Making, const std::vector<int>& widths)> build_log{};
  Fault build_fault = Fault::build;
  CompilerEnd compiler = CompilerEnd::refused;
  // The work-groups that the device takes. Its kernels run in half of the largest.
  GroupLimits groups{};
  bool compiles_at_launch = false;
};

class FakeDevice : public Device {
 public:
  // `makings`: those of the programs in the order in which the sweep builds them. Programs for single widths that replace
  // one are not listed. Programs of literals are recognised by their kernels.
  FakeDevice(Unit unit, const Plan& plan, std::vector<Making> makings, Faults faults);

  const Description& description() const override { return description_; }
  std::unique_ptr<Program> build(const Module& module) override;
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override;
  bool reduces() const override { return true; }
  bool compiles_at_launch() const override { return faults_.compiles_at_launch; }
  GroupLimits group_limits() const override { return faults_.groups; }
  double host_clock() const override { return host_clock_; }

  int launches() const { return launches_; }
  std::uint64_t brought() const { return brought_; }  // bytes of results
  // Reported capabilities: all, more than any real device has. A test may remove some.
  Capabilities& can() { return description_.capabilities; }

 private:
  friend class FakeStream;
  ResultBits right(const Tuple& input);
  std::vector<Bits> right(std::span<const Tuple> vector, int lanes) const;

  Unit unit_;
  AnswerPacking packing_;
  const Plan& plan_;
  std::vector<Making> makings_;
  Faults faults_;
  Description description_;
  Making next_making();

  std::size_t builds_ = 0;
  // After a program of all widths failed to build, the programs of single widths have its making.
  std::optional<std::pair<CallForm, Making>> failed_;
  int launches_ = 0;
  double host_clock_ = 0;
  std::uint64_t brought_ = 0;
  std::map<Tuple, ResultBits> known_;
};

}  // namespace classay::sweep_test
