// What this program does as a child of itself: it loads drivers, which may crash and hang, answers in lines of JSON, and
// ends the process. The commands are hidden: other commands start them.
//
//   relay          starts one of the others for who is elsewhere       for all with --worker
//   worker         opens a device and does tasks                       for run
//   health, try    does the device still answer, does it work at all?  for run
//   arithmetic     what its arithmetic really does                     for run
//   compiler       which constants, macros and steps its compiler has  for run
//   language       what its kernels print and prefetch                 for run
//   components, reinterpret  where its kernels move bits               for run
//   spec-constants what operations on a module's constants give        for run
//   copies         what its work-groups copy                           for run
//   groups         what its work-groups and sub-groups work out together  for run
//   atomics        what many work-items do to one cell                 for run
//   images         what its kernels read and write in images           for run
//   ask            a few inputs of a case                              for repro
//   find-worst     the input with the largest error                    for search
//   modules        which modules in SPIR-V it takes                    for run, list --spirv
//   list-devices   which devices does a back end have?                 for all
//   try-library    loads a library and looks for functions in it       for doctor
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/commands/doctor/trial.h"
#include "harness/commands/exit_code.h"
#include "harness/probes/moves.h"
#include "harness/sweep/worker.h"

namespace classay {

struct AskOptions {
  std::string device;
  std::string name;
  std::vector<std::string> inputs;
  std::string form;       // of the call; empty: the plain one
  std::string constants;  // a tier: as constants vectors stand among those of a run of it
  std::uint64_t seed = 1;
};

// The words as CLI11 leaves them.
struct ChildWords {
  AskOptions ask;
  WorkerOptions worker;  // its device is that of all others
  FrontEnd front_end = FrontEnd::clc;
  Type format = Type::f32;
  std::string kind;
  doctor::TrialRequest trial;
  Tier tier = Tier::smoke;
};

void add_children(CLI::App& app, ChildWords& words);
// nullopt: none of them was given.
std::optional<ExitCode> run_child(const CLI::App& app, const ChildWords& words);

ExitCode relay_command();
ExitCode worker_command(const WorkerOptions& options);
ExitCode health_command(const std::string& device);
ExitCode arithmetic_command(const std::string& device, FrontEnd front_end);
ExitCode compiler_command(const std::string& device);
ExitCode language_command(const std::string& device, FrontEnd front_end);
ExitCode moves_command(const std::string& device, FrontEnd front_end, MoveKind kind);
ExitCode spec_constants_command(const std::string& device, const std::string& kind, Type format);
ExitCode copies_command(const std::string& device, FrontEnd front_end);
ExitCode groups_command(const std::string& device, FrontEnd front_end, const std::string& kind, Type format);
ExitCode atomics_command(const std::string& device, FrontEnd front_end, const std::string& kind, Type format);
ExitCode images_command(const std::string& device, FrontEnd front_end, const std::string& kind, Type format, Tier tier);
ExitCode modules_command(const std::string& device, const std::string& kind);
ExitCode ask_command(const AskOptions& options);
ExitCode find_worst_command(const std::string& device);    // reads {task, inputs, seed, compare, known}
ExitCode list_devices_command(const std::string& device);  // of its back end

}  // namespace classay
