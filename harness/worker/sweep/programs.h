// Builds the programs for one way of making inputs, or for one call variant: one program with a kernel for each width, which
// constants and a table share, and in a bundle also other builtins. If the driver does not build the bundle, the builtin
// gets its own program; if it does not build that, constants and the table get a program each; if one of those does not
// build, each width gets its own. Thus only the widths that do not build fail.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/worker/sweep/program_store.h"

namespace classay {

class Programs {
 public:
  using SourceOf = std::function<Source(const std::vector<int>& widths)>;
  struct Wanted {
    std::string name;
    FrontEnd front_end = FrontEnd::clc;
    std::vector<int> held;   // widths that the program of all widths contains
    std::vector<int> asked;  // the widths among `held` that run
    SourceOf source;
    std::function<Source()> shared_source = {};  // writes one program for constants and a table; empty: two
    const Bundle* bundle = nullptr;              // contains the kernels under names with `prefix`
    std::string prefix = "";
  };
  static constexpr std::string_view kShared = "literals-table";  // the name of the shared program

  // `slots`: of the stream of a program with all widths. Programs of single widths take turns. `store`: nullptr: programs
  // are not kept, nor shared in a bundle. Throws DeviceError, except for a program that does not build.
  Programs(Device& device, const Wanted& wanted, std::size_t slots, const OnProgram& on_program,
           ProgramStore* store = nullptr);

  // What stands before the name of each kernel.
  const std::string& prefix() const { return prefix_; }
  // Why the shared program was not built; nullopt: it was, or there is none.
  const std::optional<BuildFailure>& unshared() const { return unshared_; }
  // Why the program of all widths was not built; nullopt: it was.
  const std::optional<BuildFailure>& whole() const { return whole_; }
  const std::map<int, BuildFailure>& unbuilt() const { return unbuilt_; }
  double build_seconds() const { return build_seconds_; }

  Stream& stream(int width);

  // Makes new streams with this number of slots, except for programs of single widths. Precondition: nothing is in flight.
  void resize(Device& device, std::size_t slots);

  // Returns whether another launch fits while this many are in flight.
  bool has_room(std::size_t in_flight) const { return in_flight + 1 < slots_; }
  // Returns whether at least half of the launches have finished.
  bool is_half_empty(std::size_t in_flight) const { return in_flight <= (slots_ - 1) / 2; }

 private:
  struct Built {
    std::shared_ptr<Program> program;
    std::unique_ptr<Stream> stream;
  };
  using Builder = std::function<BuildResult(const std::string& name, const Source& source)>;
  void use(Device& device, std::shared_ptr<Program> program, const std::vector<int>& widths);
  // Returns nullopt if the build succeeded.
  std::optional<BuildFailure> build(Device& device, const Wanted& wanted, const std::vector<int>& widths,
                                    const Builder& builder);

  std::vector<Built> built_;
  std::map<int, std::size_t> place_of_;  // index in built_, by width
  std::string prefix_;
  std::optional<BuildFailure> unshared_;
  std::optional<BuildFailure> whole_;
  std::map<int, BuildFailure> unbuilt_;
  std::size_t slots_;
  double build_seconds_ = 0;
};

}  // namespace classay
