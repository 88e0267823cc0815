#include "harness/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>

#include "harness/cli/child_commands/children.h"
#include "harness/cli/cpu_option.h"
#include "harness/cli/device_usage.h"
#include "harness/cli/list_option.h"
#include "harness/cli/run/selfcheck.h"
#include "harness/cli/run/usage.h"
#include "harness/journal/read_json.h"
#include "harness/text/arguments.h"

namespace classay {
namespace {

constexpr const char* kNumbers = R"(Numbers
  floats    1.5  -2e-3  0x1.8p-1  inf  -nan   (C's hex floats; 0.1 is rounded, with a note)
  integers  42  -7  0xff
  vectors   1,2,3   (geometric, relational and shuffle functions)
  patterns  0x3f800000   with --bits
)";

constexpr const char* kOracleExamples = R"(
With '-' instead of arguments, calls are read from standard input, one per line: NAME FORMAT ARG...,
without the words that stand before '-'. Empty lines and lines that begin with # are skipped.

Examples
  classay oracle cos f64 0x1.d10000000074p+380
  classay oracle atan2 f32 -1 0
  classay oracle dot f32 1,2,3 4,5,6
  classay oracle pown f32 0xbf800000 3 --bits --json
  seq 1 1000 | classay oracle sin f32 - --json
)";

constexpr const char* kJudgeExamples = R"(
With '-' instead of arguments, calls are read from standard input, one per line: NAME FORMAT ARG... =
RESULT..., without the words that stand before '-'.

Editions: clc-2.0, spirv-2.2, clc-3.1 (the default), spirv-3.1, clspv. Modes: default, relaxed, ftz,
correct-div-sqrt, unsafe, finite, mad-enable, no-signed-zeros, opt-disable; of SPIR-V not-nan,
not-inf, nsz, allow-recip, fast, allow-contract, allow-reassoc, denorm-preserve,
denorm-flush-to-zero, rounding-rte, rounding-rtz, signed-zero-inf-nan-preserve.

Exit codes: 0 all results are right, or undefined (nothing is promised, and the output says so); 1 a
result is wrong; 2 wrong usage.

Examples
  classay judge sin f32 -0 = -0
  classay judge frexp f32 8 = 0.5 4
  classay judge exp f32 0x3f800000 = 0x402df855 --bits --profile embedded
  classay judge sin f32 3 = 0.1411 --mode relaxed --edition spirv-3.1
  classay judge - --json < calls.txt
)";

constexpr const char* kListExamples =
    R"(Globs match whole names; '*' crosses '/', '?' is one character, [a-c] and [!a] are sets. With
--builtins they match names such as sin, or math/sin.

Examples
  classay list --filter 'clc/math/sin/*'
  classay list --filter '*/f64/default/v1' --json
  classay list --builtins --filter 'half_*' --edition clc-3.1
  classay list --coverage --filter 'convert_int*'
  classay list --spirv --filter 'Group*'
  classay list --vacuous --filter 'math/*'
  classay list --planted --filter 'sqrt-*'
)";

constexpr const char* kDevicesExamples = R"(
A driver that crashes or hangs is listed as such. OCL_ICD_VENDORS names another folder of drivers.

Exit codes: 0 a usable device was found, 5 none was.

Examples
  classay devices
  classay devices --json | jq -r .name
)";

constexpr const char* kDoctorExamples = R"(
Looks at loaders, drivers, GPUs and their device nodes. Each driver is loaded in a child process. A
problem keeps a driver or GPU from being used. A note is about something optional.

Exit codes: 0 a usable device was found, 5 none was.

Examples
  classay doctor
  classay doctor --json | jq -r 'select(.kind == "finding") | .id'
)";

constexpr const char* kSelfcheckExamples = R"(
Judges known calls, right and wrong, with the judge that runs use, and compares every loop compiled for
an instruction set of this machine with the plain one. Every run starts with this check.

Exit codes: 0 all right, 4 something is wrong.

Examples
  classay selfcheck
  classay selfcheck --cpu avx2 --json
)";

// CLI11 does not know positional words left to the command, so the usage line is made here.
class Help : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    static const std::map<std::string, std::string, std::less<>> kWords{
        {"oracle", "classay oracle NAME FORMAT ARG... [OPTIONS]\n       classay oracle [NAME [FORMAT]] - [OPTIONS]"},
        {"judge",
         "classay judge NAME FORMAT ARG... = RESULT... [OPTIONS]\n       classay judge [NAME [FORMAT]] - [OPTIONS]"},
        {"list", "classay list [OPTIONS]"},
        {"devices", "classay devices [OPTIONS]"},
        {"doctor", "classay doctor [OPTIONS]"},
        {"selfcheck", "classay selfcheck [OPTIONS]"},
        {"repro", "classay repro DIR CASE [OPTIONS]\n       classay repro --device D --case CASE --input BITS... [OPTIONS]"},
        {"bench", "classay bench --filter GLOB... [OPTIONS]"},
        {"search", "classay search NAME FORMAT [OPTIONS]"},
        {"run", "classay run [OPTIONS]"},
        {"resume", "classay resume DIR [OPTIONS]"},
        {"merge", "classay merge OUT IN..."}};
    const auto found = kWords.find(app->get_name());
    return found == kWords.end() ? CLI::Formatter::make_usage(app, std::move(name)) : "Usage: " + found->second + "\n";
  }
};

struct Parsed {
  ListOptions list;
  OracleOptions oracle;
  JudgeOptions judge;
  DevicesOptions devices;
  DoctorOptions doctor;
  DeviceWords device;
  RunWords run;
  ChildWords child;
  bool selfcheck_json = false;
  std::string cpu;
  std::string list_edition;
  std::string edition = "clc-3.1";
  std::string profile = "full";
  std::string mode = "default";
};

CLI::App* add_list(CLI::App& app, Parsed& p) {
  CLI::App* list = app.add_subcommand("list", "List the test cases, or with --builtins the builtins and their limits");
  add_list_option(*list, "--filter", p.list.filters, "List only what matches this glob (repeatable)")->type_name("GLOB");
  list->add_flag("--json", p.list.json, "Print one JSON object per line");
  CLI::Option* builtins = list->add_flag("--builtins", p.list.builtins, "List the builtins and their limits");
  list->add_option("--edition", p.list_edition, "Show only the limits of this edition")->type_name("E")->needs(builtins);
  CLI::Option* coverage = list->add_flag("--coverage", p.list.coverage,
                                         "Show what is tested of every builtin and format, and why the rest is not")
                              ->excludes(builtins);
  CLI::Option* spirv = list->add_flag("--spirv", p.list.spirv, "List the SPIR-V capabilities that a device has to accept")
                           ->excludes(builtins)
                           ->excludes(coverage);
  list->add_flag("--vacuous", p.list.vacuous, "List grossly wrong results that still pass, and the clause that allows them")
      ->excludes(builtins)
      ->excludes(coverage)
      ->excludes(spirv);
  list->add_flag("--planted", p.list.planted, "List the defects that `classay run --plant` can plant")
      ->excludes(builtins)
      ->excludes(coverage)
      ->excludes(spirv);
  CLI::Option* device =
      list->add_option("--device", p.list.device, "Show what can be tested on this device")->type_name("NAME");
  list->callback([=] {
    if (device->count() > 0 && coverage->count() == 0 && spirv->count() == 0) {
      throw CLI::RequiresError("--device", "--coverage or --spirv");
    }
  });
  list->footer(kListExamples);
  return list;
}

CLI::App* add_oracle(CLI::App& app, Parsed& p) {
  CLI::App* oracle = app.add_subcommand("oracle", "Show a call's exact value, correctly rounded results and limits");
  oracle->allow_extras();
  oracle->add_flag("--bits", p.oracle.bits, "Arguments are bit patterns");
  oracle->add_flag("--json", p.oracle.json, "Print one JSON object per call, each on one line");
  oracle->footer(std::string(kNumbers) + kOracleExamples);
  return oracle;
}

CLI::App* add_judge(CLI::App& app, Parsed& p) {
  CLI::App* judge = app.add_subcommand("judge", "Judge a result: verdict, error, limit and clause");
  judge->allow_extras();
  judge->add_option("--edition", p.edition, "Edition of the specification")->type_name("E");
  judge->add_option("--profile", p.profile, "Profile: full or embedded")->type_name("P");
  judge->add_option("--mode", p.mode, "Build mode")->type_name("M");
  judge->add_flag("--ftz", p.judge.flushes, "Judge a device that flushes subnormals (no CL_FP_DENORM)");
  judge->add_flag("--rtz", p.judge.toward_zero, "Judge a device that rounds toward zero by default");
  judge->add_flag("--bits", p.judge.bits, "Arguments and results are bit patterns");
  judge->add_flag("--json", p.judge.json, "Print one JSON object per call, each on one line");
  judge->footer(std::string(kNumbers) + kJudgeExamples);
  return judge;
}

void add_devices(CLI::App& app, Parsed& p) {
  CLI::App* devices = app.add_subcommand("devices", "List platforms and devices; each driver runs in a child process");
  devices->add_flag("--json", p.devices.json, "Print one JSON object per line");
  devices->add_option("--timeout", p.devices.timeout, "Seconds to wait for a driver")
      ->type_name("S")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  devices->footer(kDevicesExamples);
}

void add_doctor(CLI::App& app, Parsed& p) {
  CLI::App* doctor = app.add_subcommand("doctor", "Explain why a device is missing, and what to do");
  doctor->add_flag("--json", p.doctor.json, "Print one JSON object per line: devices, findings, summary");
  doctor->add_option("--root", p.doctor.root, "Look for files of /dev, /etc, /sys and /usr/share in this folder, for tests")
      ->type_name("DIR")
      ->capture_default_str();
  doctor->add_option("--timeout", p.doctor.timeout, "Seconds to wait for a driver")
      ->type_name("S")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  doctor->footer(kDoctorExamples);
}

void add_selfcheck(CLI::App& app, Parsed& p) {
  CLI::App* selfcheck = app.add_subcommand("selfcheck", "Check that this program judges correctly on this machine");
  selfcheck->add_flag("--json", p.selfcheck_json, "Print one JSON object");
  selfcheck->footer(kSelfcheckExamples);
}

// Returns the words of the call: words that CLI11 left over, including negative numbers but not unknown options, and
// everything after "--".
std::vector<std::string> words_of(const CLI::App& command, std::span<const std::string> after) {
  std::vector<std::string> words = command.remaining();
  for (const std::string& word : words) {
    if (!word.starts_with("--")) continue;
    throw UsageError(
        fmt::format("{} has no option {}; see classay {} --help", command.get_name(), word, command.get_name()));
  }
  words.insert(words.end(), after.begin(), after.end());
  if (!words.empty()) return words;
  throw UsageError(fmt::format("what to ask is missing; see classay {} --help", command.get_name()));
}

ExitCode run_chosen(const CLI::App& app, Parsed& p, std::span<const std::string> after, const Streams& streams) {
  if (const CLI::App* oracle = app.get_subcommand("oracle"); oracle->parsed()) {
    p.oracle.words = words_of(*oracle, after);
    return oracle_command(p.oracle, streams);
  }
  if (const CLI::App* judge = app.get_subcommand("judge"); judge->parsed()) {
    p.judge.edition = read_edition(p.edition);
    p.judge.profile = read_profile(p.profile);
    p.judge.mode = read_mode(p.mode);
    p.judge.words = words_of(*judge, after);
    return judge_command(p.judge, streams);
  }
  if (const std::optional<ExitCode> code = run_given_command(app, p.run, streams)) return *code;
  if (const std::optional<ExitCode> code = run_device_command(app, p.device, streams)) return *code;
  if (const std::optional<ExitCode> code = run_child(app, p.child)) return *code;
  if (!after.empty()) {
    throw UsageError(
        fmt::format("{0} takes no words, only options; see classay {0} --help", app.get_subcommands().at(0)->get_name()));
  }
  if (app.get_subcommand("selfcheck")->parsed()) return selfcheck_command(p.selfcheck_json, streams);
  if (app.get_subcommand("devices")->parsed()) return devices_command(p.devices, streams);
  if (app.get_subcommand("doctor")->parsed()) return doctor_command(p.doctor, streams);
  if (!p.list_edition.empty()) p.list.edition = read_edition(p.list_edition);
  return list_command(p.list, streams);
}

// Help and version are results; all other exceptions of CLI11 are usage errors.
ExitCode answer_parse_error(const CLI::App& app, const CLI::ParseError& e, const Streams& streams) {
  if (e.get_exit_code() != 0) throw UsageError(fmt::format("{}; see classay --help", e.what()));
  if (dynamic_cast<const CLI::CallForVersion*>(&e) != nullptr) {
    streams.out.write(version_text());
    return ExitCode::promised;
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  streams.out.write(chosen.empty() ? app.help() : chosen[0]->help());
  return ExitCode::promised;
}

ExitCode parse_and_run(std::span<const std::string> words, const Streams& streams) {
  if (words.empty()) return first_page_command(streams);
  CLI::App app{"classay: does the math of an OpenCL device keep the promises of the specifications?", "classay"};
  app.formatter(std::make_shared<Help>());
  app.set_version_flag("--version", version_text());
  app.set_help_flag("--help,-h", "Show this help and exit");
  app.require_subcommand(1);
  app.footer(
      "Each command has its own help: classay oracle --help\n"
      "Exit codes: 0 all as promised, 1 a wrong result, 2 usage, 3 nothing ran, 4 the suite itself failed,\n"
      "5 no device that can be used, 130 interrupted\n");
  Parsed parsed;
  add_list(app, parsed);
  add_oracle(app, parsed);
  add_judge(app, parsed);
  add_devices(app, parsed);
  add_doctor(app, parsed);
  add_selfcheck(app, parsed);
  add_run_commands(app, parsed.run);
  add_device_commands(app, parsed.device);
  add_children(app, parsed.child);
  add_cpu_option(app, parsed.cpu);
  // CLI11 would pass the words after "--" to the program, not to the command.
  const auto end = static_cast<std::size_t>(std::ranges::find(words, "--") - words.begin());
  const std::span<const std::string> before = words.first(end);
  const std::span<const std::string> after = words.subspan(std::min(end + 1, words.size()));
  try {
    app.parse(std::vector<std::string>(before.rbegin(), before.rend()));
  } catch (const CLI::ParseError& e) {
    return answer_parse_error(app, e, streams);
  }
  choose_instruction_sets(parsed.cpu);
  return run_chosen(app, parsed, after, streams);
}

ExitCode complain(const Streams& streams, const std::string& message, ExitCode code) {
  try {
    streams.err.write("classay: " + message + "\n");
    streams.err.flush();
  } catch (const std::exception&) {
    return code;  // no stream left to report it
  }
  return code;
}

ExitCode run_and_tell(std::span<const std::string> words, const Streams& streams) {
  ExitCode code = ExitCode::promised;
  try {
    code = parse_and_run(words, streams);
    streams.out.flush();
    streams.err.flush();
    return code;
  } catch (const UsageError& e) {
    return complain(streams, e.shown("  "), ExitCode::usage);
  } catch (const Terminal::Closed&) {
    return code;  // the reader, for example `head`, needs no more
  } catch (const Json::exception& e) {
    return complain(streams, "what was read is damaged: " + in_words(e), ExitCode::failed);
  } catch (const std::exception& e) {
    return complain(streams, e.what(), ExitCode::failed);
  }
}

}  // namespace

int run_command_line(std::span<const std::string> words, const Streams& streams) {
  return static_cast<int>(run_and_tell(words, streams));
}

}  // namespace classay
