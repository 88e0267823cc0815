// Defines the interface of probes: tests of properties that no row of the table of builtins has. A probe runs kernels and
// reports one finding per case. Its kinds are listed in harness/journal/probe_kinds.cpp, and the probes in all_probes.h.
//
// run_probes() is the only path that all probes share: the device is opened, unsupported cases get their reason, and device
// errors become findings.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/read_json.h"
#include "harness/worker/sweep/programs.h"

namespace classay {

struct ProbeFinding;  // harness/journal/probe_kinds.h

// The cases of one kind, front end and format, which a probe may build together.
struct ProbeTask {
  const ProbeKind& kind;
  FrontEnd front_end = FrontEnd::clc;
  Type format = Type::f32;
  std::vector<int> widths;  // in ascending order; a part of the kind's widths after a crash
  Tier tier = Tier::smoke;
};

class Probe {
 public:
  // Report a finding as soon as it is known, in the order of the task's widths: a driver that crashes later keeps it.
  using Report = std::function<void(int width, const ProbeFinding&)>;

  Probe() = default;
  virtual ~Probe() = default;
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  virtual bool has_kind(std::string_view kind) const = 0;
  // Returns why the device cannot run the task, with the query that shows it; nullopt: it can. Called after the front end
  // and the type were checked as the kind's `needs` requires.
  virtual std::optional<std::string> unsupported(Device& /*device*/, const ProbeTask& /*task*/) const {
    return std::nullopt;
  }
  // Runs the task. Throws DeviceError; the widths that were not reported then get the error. If a program does not build,
  // these cases fail.
  virtual void run(Device& device, const ProbeTask& task, const Report& report) const = 0;
};

// A probe of kinds with one width.
class FormatProbe : public Probe {
 public:
  void run(Device& device, const ProbeTask& task, const Report& report) const final;
  virtual ProbeFinding test(Device& device, const ProbeTask& task) const = 0;
};

// Builds a program and runs one launch of it. Returns the outputs. A launch without poison gets one. Throws DeviceError.
std::vector<std::vector<std::byte>> run_once(Device& device, const Module& module, Launch launch);

// Builds one program with a kernel for each width of the task, and calls `test` for each width. A width that does not build
// gets a violation. `name`: of the program.
struct ProbeOfWidths {
  std::string name;
  Programs::SourceOf source;
  std::function<ProbeFinding(int width, Stream& stream)> test;
};
void run_widths(Device& device, const ProbeTask& task, const ProbeOfWidths& probe, const Probe::Report& report);

// Returns a build log as a field of a finding.
std::shared_ptr<const Json> log_field(const std::string& log);

// Returns the finding of `test`, of kinds that report a program that does not build as a violation.
ProbeFinding or_unbuilt(const std::function<ProbeFinding()>& test);

// Collects what is wrong in the results of many launches: for each subject, such as a function, the first wrong result and
// the number of wrong results.
class Objections {
 public:
  void add(const std::string& subject, const std::string& sentence) {
    auto& [first, count] = by_subject_[subject];
    if (count++ == 0) first = sentence;
  }
  std::vector<std::string> sentences() const {
    std::vector<std::string> all;
    for (const auto& [subject, found] : by_subject_) {
      const auto& [first, count] = found;
      all.push_back(count == 1 ? first : fmt::format("{}; one of {} wrong results", first, count));
    }
    return all;
  }

 private:
  std::map<std::string, std::pair<std::string, std::uint64_t>> by_subject_;
};

// Probe cases of one child process.
struct ProbeRequest {
  std::string device;
  Tier tier = Tier::smoke;
  std::vector<std::string> cases;
};

// Runs the cases in order, and tells each finding (probe_kinds.h) when it is known. A device that cannot be opened gives
// {"error": WHY} instead. Throws std::invalid_argument for an unknown case.
void run_probes(Backend& backend, const ProbeRequest& request, const std::function<void(const Json&)>& tell);

// The same for one task on an open device.
void run_probe(const Probe& probe, Device& device, const ProbeTask& task, const Probe::Report& report);

const Probe& probe_of(std::string_view kind);  // precondition: a kind of probe_kinds()

}  // namespace classay
