// Builds programs, and keeps the last ones, so that tasks with the same program build it once: the cases of a unit that run
// one by one, and the builtins of a bundle (suites/plan/bundle.h).
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/unit.h"
#include "kernels/writer.h"

namespace classay {

struct Task;

// Called before a program is built, and once in each further task that uses it, with its name among those of the unit
// ("table", "local", "table-v4"). The text is the one that is kept and hashed: the build options, then the source.
using OnProgram = std::function<void(std::string_view name, const std::string& text)>;

Compiler compiler_of(const Capabilities& device);

// Returns the source as a device builds it: OpenCL C unchanged, SPIR-V assembled. Throws std::invalid_argument for invalid
// assembly.
Module module_of(const Source& source, FrontEnd front_end);

struct BuildFailure {
  std::string reason;                       // the first useful line of the log
  std::string log;                          // the driver's log, up to 64 KiB
  CaseVerdict verdict = CaseVerdict::fail;  // on the inputs of the program, from how the compiler ended
  bool operator==(const BuildFailure&) const = default;
};

using BuildResult = std::variant<std::shared_ptr<Program>, BuildFailure>;

// A program with the kernels of several builtins, each of a table and of literals.
class Bundle {
 public:
  static constexpr std::string_view kName = "bundle";

  // The builtins that the device supports, as the task asks for them.
  Bundle(const Device& device, const Task& task, std::size_t number);

  const Source& source() const { return source_; }
  // Returns what stands before the names of its kernels that have these widths and literals; nullptr: it has no such
  // kernels.
  const std::string* prefix_of(const Asked& one, std::span<const Tuple> literals) const;

 private:
  std::vector<std::vector<Tuple>> literals_;  // asked_ refers to them
  std::vector<Asked> asked_;
  Source source_;
};

class ProgramStore {
 public:
  explicit ProgramStore(Device& device) : device_(device) {}
  ProgramStore(const ProgramStore&) = delete;
  ProgramStore& operator=(const ProgramStore&) = delete;

  // Forgets which programs did not build, except for bundles: a failure counts only for the task that saw it.
  void begin_task();
  // Throws DeviceError, except for a program that does not build. `name`: for messages and for `on_program`.
  BuildResult build(const std::string& name, const Source& source, FrontEnd front_end, const OnProgram& on_program);
  // Returns nullptr if the driver does not build the bundle; then none of its builtins asks for it again.
  std::shared_ptr<Program> build(const Bundle& bundle, const OnProgram& on_program);
  // Returns the time of all builds since the last call.
  double take_build_seconds() { return std::exchange(build_seconds_, 0); }

  // Returns the bundle of the task's builtin. nullptr: it has a program of its own, because the task asks for that, or
  // because the device compiles all kernels of a program at once.
  const Bundle* bundle_for(const Task& task);

 private:
  Device& device_;
  std::list<std::pair<std::string, std::shared_ptr<Program>>> kept_;  // by text, the last one first
  std::set<const Program*> used_;                                     // by this task
  std::map<std::string, BuildFailure> failed_;                        // by text
  std::map<std::pair<std::size_t, Mode>, std::unique_ptr<Bundle>> bundles_;
  std::set<const Bundle*> refused_;
  double build_seconds_ = 0;
};

}  // namespace classay
