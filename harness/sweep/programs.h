// The programs that ask one way of making inputs, or one form of the call: one with a kernel for each width, which constants
// and a table share. Where a driver does not build that, one for each, and where it does not build one of these, one for
// each width by itself, so that only the widths fail that do not build.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/protocol.h"
#include "kernels/writer.h"

namespace classay {

// Told of a program before it is built: its name among those of the unit ("table", "local", "table-v4"), and its text below
// the options that it is built with, as it is kept and hashed.
using OnProgram = std::function<void(std::string_view name, const std::string& text)>;

// What programs for a device depend on.
Compiler compiler_of(const Capabilities& device);

// As a device builds it: OpenCL C as it stands, SPIR-V assembled. Throws std::invalid_argument for assembly that is not
// valid.
Module module_of(const Source& source, FrontEnd front_end);

struct BuildFailure {
  std::string reason;                       // the first useful line
  std::string log;                          // what the driver said, all of it but for what is beyond 64 KiB
  CaseVerdict verdict = CaseVerdict::fail;  // on what the program would have asked: how the compiler ended
  bool operator==(const BuildFailure&) const = default;
};

class SharedProgram;

class Programs {
 public:
  using SourceOf = std::function<Source(const std::vector<int>& widths)>;
  struct Wanted {
    std::string name;
    FrontEnd front_end = FrontEnd::clc;
    std::vector<int> held;   // by the program of all widths
    std::vector<int> asked;  // of these
    SourceOf source;
    std::function<Source()> shared_source = {};  // of the program that is shared
  };

  // `slots`: of the stream of one program with all widths. Those with one take turns. `shared`: with the kernels that are
  // wanted among others, if there is one; where that does not build, or there is none, `wanted` is built. Throws
  // DeviceError, but not for a program that does not build.
  Programs(Device& device, const Wanted& wanted, std::size_t slots, const OnProgram& on_program,
           SharedProgram* shared = nullptr);

  // Why there is no program with all widths; nullopt: there is.
  const std::optional<BuildFailure>& whole() const { return whole_; }
  const std::map<int, BuildFailure>& unbuilt() const { return unbuilt_; }
  double build_seconds() const { return build_seconds_; }

  // Throws the DeviceError of a build that failed.
  Stream& stream(int width);

  // May another launch be given while so many are in flight?
  bool has_room(std::size_t in_flight) const { return in_flight + 1 < slots_; }
  // Are half of them over?
  bool is_half_empty(std::size_t in_flight) const { return in_flight <= (slots_ - 1) / 2; }

 private:
  struct Built {
    std::unique_ptr<Program> program;  // nullptr: it is shared
    std::unique_ptr<Stream> stream;
  };
  void use(Device& device, std::unique_ptr<Program> own, Program& program, const std::vector<int>& widths);
  // nullopt: it was built.
  std::optional<BuildFailure> build(Device& device, const Wanted& wanted, const std::vector<int>& widths,
                                    const OnProgram& on_program);

  std::vector<Built> built_;
  std::map<int, std::size_t> place_of_;  // in built_, by width
  std::optional<BuildFailure> whole_;
  std::map<int, BuildFailure> unbuilt_;
  std::size_t slots_;
  double build_seconds_ = 0;
};

// A program of all widths that several askers share. Constants stand beside a table in one, which saves a driver's time for
// a program: PoCL 3.1 takes 0.2 s for each, and 0.04 s for each kernel in it.
class SharedProgram {
 public:
  static constexpr std::string_view kName = "literals-table";

  // Built when the first asks; nullptr where the driver does not build it. Throws as Programs.
  Program* get(Device& device, FrontEnd front_end, const std::function<Source()>& source, const OnProgram& on_program);
  // Why there is none; nullopt: nobody asked, or there is one.
  const std::optional<BuildFailure>& failure() const { return failure_; }
  // What it took, told once.
  double take_build_seconds() { return std::exchange(build_seconds_, 0); }

 private:
  std::unique_ptr<Program> program_;
  std::optional<BuildFailure> failure_;
  double build_seconds_ = 0;
};

}  // namespace classay
