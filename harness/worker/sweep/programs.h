// Builds the programs for one way of making inputs, or for one call variant: one program with a kernel for each width, which
// constants and a table share. If the driver does not build it, constants and the table get a program each; if one of those
// does not build, each width gets its own. Thus only the widths that do not build fail.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/unit.h"
#include "kernels/writer.h"

namespace classay {

// Called before a program is built, with its name among those of the unit ("table", "local", "table-v4"). The text is the
// one that is kept and hashed: the build options, then the source.
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

class SharedProgram;

class Programs {
 public:
  using SourceOf = std::function<Source(const std::vector<int>& widths)>;
  struct Wanted {
    std::string name;
    FrontEnd front_end = FrontEnd::clc;
    std::vector<int> held;   // widths that the program of all widths contains
    std::vector<int> asked;  // the widths among `held` that run
    SourceOf source;
    std::function<Source()> shared_source = {};  // source of the program that is shared
  };

  // `slots`: of the stream of a program with all widths. Programs of single widths take turns. `shared`: a program that
  // contains the wanted kernels among others. If it is nullptr or does not build, `wanted` is built. Throws DeviceError,
  // except for a program that does not build.
  Programs(Device& device, const Wanted& wanted, std::size_t slots, const OnProgram& on_program,
           SharedProgram* shared = nullptr);

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
    std::unique_ptr<Program> own;  // nullptr: it is shared
    Program* program = nullptr;
    std::unique_ptr<Stream> stream;
  };
  void use(Device& device, std::unique_ptr<Program> own, Program& program, const std::vector<int>& widths);
  // Returns nullopt if the build succeeded.
  std::optional<BuildFailure> build(Device& device, const Wanted& wanted, const std::vector<int>& widths,
                                    const OnProgram& on_program);

  std::vector<Built> built_;
  std::map<int, std::size_t> place_of_;  // index in built_, by width
  std::optional<BuildFailure> whole_;
  std::map<int, BuildFailure> unbuilt_;
  std::size_t slots_;
  double build_seconds_ = 0;
};

// A program of all widths that several askers share: constants and a table in one program. This saves driver time per
// program: PoCL 3.1 takes 0.2 s for each program, and 0.04 s for each kernel in it.
class SharedProgram {
 public:
  static constexpr std::string_view kName = "literals-table";

  // Builds the program at the first call; returns nullptr if the driver does not build it. Throws like Programs.
  Program* get(Device& device, FrontEnd front_end, const std::function<Source()>& source, const OnProgram& on_program);
  // Why the build failed; nullopt: not requested yet, or built.
  const std::optional<BuildFailure>& failure() const { return failure_; }
  // Returns the build time at the first call, and then 0.
  double take_build_seconds() { return std::exchange(build_seconds_, 0); }

 private:
  std::unique_ptr<Program> program_;
  std::optional<BuildFailure> failure_;
  double build_seconds_ = 0;
};

}  // namespace classay
