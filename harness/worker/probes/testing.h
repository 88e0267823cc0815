// Provides a device for the tests of probes, and the traits of complete IEEE 754 arithmetic. The device's results are a
// function of the program and the launch.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/probes/traits.h"

namespace classay::probe_test {

class AnsweringDevice : public Device {
 public:
  using Bytes = std::vector<std::byte>;
  // Returns the content of a launch's outputs, one after the other; missing outputs have no bytes.
  using Answer = std::function<Bytes(const Module& module, const Launch& launch)>;

  // `on_build`: called for each program; may throw as a driver does.
  explicit AnsweringDevice(Answer answer, std::function<void(const Module&)> on_build = {})
      : answer_(std::move(answer)), on_build_(std::move(on_build)) {}

  const Description& description() const override { return description_; }
  Capabilities& can() { return description_.capabilities; }
  GroupLimits& limits() { return limits_; }
  // The largest work-group of a kernel; 0: unknown.
  void set_largest_group(std::uint64_t items) { largest_group_ = items; }
  GroupLimits group_limits() const override { return limits_; }
  std::unique_ptr<Program> build(const Module& module) override {
    if (on_build_) on_build_(module);
    return std::make_unique<Built>(module);
  }
  std::unique_ptr<Stream> stream(Program& program, std::size_t) override {
    return std::make_unique<Answers>(answer_, dynamic_cast<Built&>(program).module, largest_group_);
  }

 private:
  struct Built : Program {
    explicit Built(Module built) : module(std::move(built)) {}
    const std::string& log() const override { return empty; }
    double build_seconds() const override { return 0; }
    Module module;
    std::string empty;
  };

  class Answers : public Stream {
   public:
    Answers(Answer answer, Module module, std::uint64_t largest)
        : answer_(std::move(answer)), module_(std::move(module)), largest_(largest) {}
    std::uint64_t largest_group(const std::string&) override { return largest_; }
    void submit(const Launch& launch) override {
      bytes_ = answer_(module_, launch);
      sizes_ = launch.outputs;
    }
    Finished wait() override {
      Finished finished;
      std::span<const std::byte> rest(bytes_);
      for (const std::size_t size : sizes_) {
        // The last output gets all remaining bytes, even if they are too few or too many.
        const std::size_t taken = &size == &sizes_.back() ? rest.size() : std::min(size, rest.size());
        finished.outputs.push_back(rest.first(taken));
        rest = rest.subspan(taken);
      }
      return finished;
    }
    std::size_t in_flight() const override { return 0; }
    std::size_t slots() const override { return 1; }

   private:
    Answer answer_;
    Module module_;
    std::uint64_t largest_;
    Bytes bytes_;
    std::vector<std::size_t> sizes_;
  };

  Answer answer_;
  std::function<void(const Module&)> on_build_;
  Description description_;
  GroupLimits limits_{.items = 256, .sizes = {256, 256, 64}};
  std::uint64_t largest_group_ = 0;
};

// Returns the findings of all cases of a kind and format, by width, as the worker reports them.
inline std::map<int, ProbeFinding> findings(Device& device, std::string_view kind, Type format,
                                            FrontEnd front_end = FrontEnd::clc) {
  const ProbeKind& k = probe_kind(kind);
  std::map<int, ProbeFinding> all;
  run_probe(probe_of(kind), device,
            {.kind = k, .front_end = front_end, .format = format, .widths = {k.widths.begin(), k.widths.end()}},
            [&](int width, const ProbeFinding& finding) {
              EXPECT_TRUE(all.empty() || width > all.rbegin()->first) << "reported twice, or not in order";
              all[width] = finding;
            });
  EXPECT_EQ(all.size(), k.widths.size());
  return all;
}

// The violations of all widths.
inline std::vector<std::string> violations_of(Device& device, std::string_view kind, Type format,
                                              FrontEnd front_end = FrontEnd::clc) {
  std::vector<std::string> all;
  for (const auto& [width, finding] : findings(device, kind, format, front_end)) {
    EXPECT_EQ(finding.error.value_or(finding.unsupported.value_or("")), "");
    all.insert(all.end(), finding.violations.begin(), finding.violations.end());
  }
  return all;
}

// Returns 16 for "sum_v16".
inline int width_of(const std::string& kernel) { return std::stoi(kernel.substr(kernel.find('v') + 1)); }

inline Traits all_traits(Type format = Type::f32) {
  return {.format = format,
          .moved = true,
          .added = true,
          .multiplied_from = true,
          .multiplied_to = true,
          .fused_from = true,
          .fused_to = true,
          .infinite = true,
          .not_a_number = true,
          .rounds_once = true,
          .rounding = Rounding::rne};
}

}  // namespace classay::probe_test
