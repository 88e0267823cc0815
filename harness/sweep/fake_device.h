// A device behind the backend seam that computes with the oracle, and errs where a test tells it to.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/lanes/answer_packing.h"
#include "harness/protocol/protocol.h"
#include "harness/sweep/call_form.h"
#include "harness/sweep/digester.h"

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
  // What is stored instead of the right result.
  std::function<Bits(const Element&, Bits right)> result;
  // Results that are never stored.
  std::function<bool(const Element&)> is_lost{};
  // The number of a launch that is lost: its output stays as it was filled.
  int lost_launch = -1;
  // The number of a launch that leaves the results of the one before.
  int stale_launch = -1;
  // The number of a launch that writes behind its output, and of one that writes before it.
  int overrunning_launch = -1;
  int underrunning_launch = -1;
  // The component of results that is never written.
  int lost_component = -1;
  // The number of a launch that fails, and how.
  int failing_launch = -1;
  Fault fault = Fault::out_of_resources;
  // The duration of a launch by the device's clock and, if it differs, by the host's.
  double seconds = 0.001;
  std::optional<double> host_seconds{};
  // Does the program build that makes digests?
  bool has_digests = true;
  // What the device says of the results of a launch instead of their digest.
  std::function<Digest(const Launch&, Digest right)> digest{};
  // Told of every launch.
  std::function<void(CallForm, const Launch&)> launched{};
  // What the log says of a program that does not build; empty: it does.
  std::function<std::string(CallForm, Making, const std::vector<int>& widths)> build_log{};
  Fault build_fault = Fault::build;
  CompilerEnd compiler = CompilerEnd::refused;
};

class FakeDevice : public Device {
 public:
  // `makings`: of the programs, in the order in which the sweep builds them, but for those of single widths that take the
  // place of one. Those of literals are told by their kernels.
  FakeDevice(Unit unit, const Plan& plan, std::vector<Making> makings, Faults faults);

  const Description& description() const override { return description_; }
  std::unique_ptr<Program> build(const Module& module) override;
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override;
  bool reduces() const override { return true; }
  double host_clock() const override { return host_clock_; }

  int launches() const { return launches_; }
  std::uint64_t brought() const { return brought_; }  // bytes of results
  // What it says that it can do: all, and more than any device, unless a test takes some of it away.
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
  // After a program with all widths was not built, those of single widths have its making.
  std::optional<std::pair<CallForm, Making>> failed_;
  int launches_ = 0;
  double host_clock_ = 0;
  std::uint64_t brought_ = 0;
  std::map<Tuple, ResultBits> known_;
};

}  // namespace classay::sweep_test
