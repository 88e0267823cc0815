#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "harness/cli/child_commands/children.h"
#include "harness/cli/commands.h"
#include "harness/cli/device_usage.h"
#include "harness/cli/help.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/run/usage.h"
#include "harness/device/library/backend.h"
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

Modes: default, relaxed, ftz, correct-div-sqrt, unsafe, finite, mad-enable, no-signed-zeros,
opt-disable; of SPIR-V not-nan, not-inf, nsz, allow-recip, fast, allow-contract, allow-reassoc,
denorm-preserve, denorm-flush-to-zero, rounding-rte, rounding-rtz, signed-zero-inf-nan-preserve.

Exit codes: 0 all results are right, or undefined by the specification; 1 a result is wrong; 2 wrong
usage.

Examples
  classay judge sin f32 -0 = -0
  classay judge frexp f32 8 = 0.5 4
  classay judge exp f32 0x3f800000 = 0x402df855 --bits --profile embedded
  classay judge sin f32 3 = 0.1411 --mode relaxed --spec spirv-3.1
  classay judge - --json < calls.txt
)";

constexpr const char* kListExamples =
    R"(Globs match complete names; '*' crosses '/', '?' is one character, [a-c] and [!a] are sets, {sin,cos} are
alternatives, and a '!' at the beginning excludes. With --builtins they match names such as sin, or
math/sin.

Exit codes: 0 something was listed; 1 with --spirv, a required capability is missing; 2 wrong usage;
3 nothing matched.

Examples
  classay list 'clc/math/sin/*'
  classay list '*/f64/default/v1' --exclude 'il/*' --json
  classay list --builtins 'half_*' --spec clc-3.1
  classay list --coverage 'convert_int*'
  classay list --spirv 'Group*'
  classay list --unconstrained 'math/*'
  classay list --defects 'sqrt-*'
)";

constexpr const char* kDoctorExamples =
    R"(Checks loaders, drivers, GPUs and their device nodes. Each driver is loaded in a child process. A problem
keeps a driver or GPU from being used. A note is about something optional.

Exit codes: 0 a usable device was found, 5 none.

Examples
  classay doctor
  classay doctor --json | jq -r 'select(.kind == "finding") | .id'
)";

constexpr const char* kSelfcheckExamples =
    R"(Judges known calls, right and wrong, with the judge of runs, and compares every loop compiled for an
instruction set of this machine with the plain one. Every run starts with this check.

Exit codes: 0 passed, 4 failed.

Examples
  classay selfcheck
  classay selfcheck --cpu avx2 --json
)";

struct Parsed {
  ListOptions list;
  OracleOptions oracle;
  JudgeOptions judge;
  DoctorOptions doctor;
  std::string doctor_timeout = "10s";
  DeviceWords device;
  RunWords run;
  ChildWords child;
  bool selfcheck_json = false;
  GlobalWords global;
  std::vector<std::string> list_patterns;
  std::vector<std::string> list_excluded;
  std::string list_spec;
  std::string spec = "clc-3.1";
  std::string profile = "full";
  std::string mode = "default";
};

void add_what_is_listed(CLI::App& list, Parsed& p) {
  std::vector<CLI::Option*> kinds;
  const auto add = [&](const char* name, bool& chosen, const char* help) {
    CLI::Option* const option = list.add_flag(name, chosen, help)->group(kSelection);
    for (CLI::Option* other : kinds) option->excludes(other);
    kinds.push_back(option);
    return option;
  };
  CLI::Option* builtins = add("--builtins", p.list.builtins, "List the builtins and their limits");
  CLI::Option* coverage =
      add("--coverage", p.list.coverage, "List what is tested of every builtin and format, and why the rest is not");
  CLI::Option* spirv = add("--spirv", p.list.spirv, "List the SPIR-V capabilities that a device has to accept");
  add("--unconstrained,--vacuous", p.list.unconstrained,
      "List grossly wrong results that still pass, and the clause that allows them");
  add("--defects,--planted", p.list.defects, "List the defects that `classay run --inject` can inject");
  list.add_option("--spec,--edition", p.list_spec, "With --builtins: show only the limits of this specification")
      ->type_name("SPEC")
      ->needs(builtins)
      ->group(kSelection);
  CLI::Option* device =
      list.add_option("--device", p.list.device, "With --coverage or --spirv: list what can be tested on this device")
          ->type_name("DEVICE")
          ->group(kDevice);
  add_symbols_option(
      list, [&p](const std::string& pattern) { p.list.device = library_with_symbols(p.list.device.value_or(""), pattern); });
  list.callback([=] {
    if (device->count() > 0 && coverage->count() == 0 && spirv->count() == 0) {
      throw CLI::RequiresError("--device", "--coverage or --spirv");
    }
  });
}

void add_list(CLI::App& app, Parsed& p) {
  CLI::App* list = app.add_subcommand("list", "List test cases, builtins and limits, coverage, capabilities");
  list->add_option("GLOB", p.list_patterns, "List only what matches one of these globs (default: all)");
  add_list_option(*list, "--filter", p.list.filters, "List only what matches GLOB; the same as the argument (repeatable)")
      ->type_name("GLOB")
      ->group(kSelection);
  add_list_option(*list, "--exclude", p.list_excluded, "Leave out what matches GLOB (repeatable)")
      ->type_name("GLOB")
      ->group(kSelection);
  add_what_is_listed(*list, p);
  list->add_flag("--json", p.list.json, "Print one JSON object per line")->group(kOutput);
  list->footer(kListExamples);
}

void add_oracle(CLI::App& app, Parsed& p) {
  CLI::App* oracle = app.add_subcommand("oracle", "Show a call's exact value, correctly rounded results and limits");
  oracle->allow_extras();
  oracle->add_flag("--bits", p.oracle.bits, "Read arguments as bit patterns")->group(kSelection);
  oracle->add_flag("--json", p.oracle.json, "Print one JSON object per call, each on one line")->group(kOutput);
  oracle->footer(std::string(kNumbers) + kOracleExamples);
}

void add_judge(CLI::App& app, Parsed& p) {
  CLI::App* judge = app.add_subcommand("judge", "Judge a result: verdict, error, limit and clause");
  judge->allow_extras();
  const auto add = [&](const char* name, std::string& value, const char* help, const char* metavar) {
    judge->add_option(name, value, help)->type_name(metavar)->group(kSelection)->capture_default_str();
  };
  add("--spec,--edition", p.spec, "Judge by this specification: clc-2.0, clc-3.1, spirv-2.2, spirv-3.1, clspv", "SPEC");
  add("--profile", p.profile, "Judge by this profile: full or embedded", "PROFILE");
  add("--mode", p.mode, "Judge by the limits of this build mode", "MODE");
  judge->add_flag("--ftz", p.judge.flushes, "Judge a device that flushes subnormals (no CL_FP_DENORM)")->group(kSelection);
  judge->add_flag("--rtz", p.judge.toward_zero, "Judge a device that rounds toward zero by default")->group(kSelection);
  judge->add_flag("--bits", p.judge.bits, "Read arguments and results as bit patterns")->group(kSelection);
  judge->add_flag("--json", p.judge.json, "Print one JSON object per call, each on one line")->group(kOutput);
  judge->footer(std::string(kNumbers) + kJudgeExamples);
}

void add_doctor(CLI::App& app, Parsed& p) {
  CLI::App* doctor = app.add_subcommand("doctor", "Explain why a device is missing, and what to do");
  doctor->add_flag("--json", p.doctor.json, "Print one JSON object per line: devices, findings, summary")->group(kOutput);
  doctor->add_option("--root", p.doctor.root, "Look for files of /dev, /etc, /sys and /usr/share in DIR, for tests")
      ->type_name("DIR")
      ->group(kDebugging)
      ->capture_default_str();
  add_timeout_option(*doctor, p.doctor_timeout, "Wait this long for each driver");
  doctor->footer(kDoctorExamples);
}

void add_selfcheck(CLI::App& app, Parsed& p) {
  CLI::App* selfcheck = app.add_subcommand("selfcheck", "Check that this program judges correctly on this machine");
  selfcheck->add_flag("--json", p.selfcheck_json, "Print one JSON object")->group(kOutput);
  selfcheck->footer(kSelfcheckExamples);
}

// Returns the words of the call: words that CLI11 left over, including negative numbers but not unknown options, and
// everything after "--".
std::vector<std::string> words_of(const CLI::App& command, std::span<const std::string> after) {
  std::vector<std::string> words = command.remaining();
  for (const std::string& word : words) {
    if (!word.starts_with("--")) continue;
    const std::string hint = option_hint(command, word);
    throw UsageError(fmt::format("{}: unknown option '{}'{}", command.get_name(), word,
                                 hint.empty() ? fmt::format("; see classay {} --help", command.get_name()) : hint));
  }
  words.insert(words.end(), after.begin(), after.end());
  if (!words.empty()) return words;
  throw UsageError(fmt::format("{0}: the call is missing; see classay {0} --help", command.get_name()));
}

ExitCode run_list(Parsed& p, std::span<const std::string> after, const Streams& streams) {
  ListOptions& list = p.list;
  list.filters.insert(list.filters.begin(), after.begin(), after.end());
  list.filters.insert(list.filters.begin(), p.list_patterns.begin(), p.list_patterns.end());
  for (const std::string& glob : p.list_excluded) list.filters.push_back("!" + glob);
  if (!p.list_spec.empty()) list.edition = read_edition(p.list_spec);
  return list_command(list, streams);
}

ExitCode run_chosen(const CLI::App& app, Parsed& p, std::span<const std::string> after, const Streams& streams) {
  if (const CLI::App* oracle = app.get_subcommand("oracle"); oracle->parsed()) {
    p.oracle.words = words_of(*oracle, after);
    return oracle_command(p.oracle, streams);
  }
  if (const CLI::App* judge = app.get_subcommand("judge"); judge->parsed()) {
    p.judge.edition = read_edition(p.spec);
    p.judge.profile = read_profile(p.profile);
    p.judge.mode = read_mode(p.mode);
    p.judge.words = words_of(*judge, after);
    return judge_command(p.judge, streams);
  }
  if (app.get_subcommand("list")->parsed()) return run_list(p, after, streams);
  if (const std::optional<ExitCode> code = run_given_command(app, p.run, after, streams)) return *code;
  if (const std::optional<ExitCode> code = run_device_command(app, p.device, after, streams)) return *code;
  if (!after.empty()) {
    const std::string name = app.get_subcommands().at(0)->get_name();
    throw UsageError(fmt::format("{0}: unexpected word '{1}' after '--'; see classay {0} --help", name, after.front()));
  }
  if (const std::optional<ExitCode> code = run_child(app, p.child)) return *code;
  if (app.get_subcommand("selfcheck")->parsed()) return selfcheck_command(p.selfcheck_json, streams);
  p.doctor.timeout = read_timeout(p.doctor_timeout, "--timeout");
  return doctor_command(p.doctor, streams);
}

// Help and version are results; all other exceptions of CLI11 are usage errors.
ExitCode answer_parse_error(const CLI::App& app, const CLI::ParseError& e, const Streams& streams) {
  if (e.get_exit_code() != 0) throw explained(app, e);
  if (dynamic_cast<const CLI::CallForVersion*>(&e) != nullptr) {
    streams.out.write(version_text());
    return ExitCode::promised;
  }
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  streams.out.write(chosen.empty() ? app.help() : chosen[0]->help());
  return ExitCode::promised;
}

// In the order of use.
void add_commands(CLI::App& app, Parsed& parsed) {
  add_doctor(app, parsed);
  add_devices_command(app, parsed.device);
  add_run_command(app, parsed.run);
  add_resume_command(app, parsed.run);
  add_repro_command(app, parsed.device);
  add_merge_command(app, parsed.run);
  add_list(app, parsed);
  add_search_command(app, parsed.device);
  add_bench_command(app, parsed.device);
  add_oracle(app, parsed);
  add_judge(app, parsed);
  add_selfcheck(app, parsed);
  add_children(app, parsed.child);
  add_global_options(app, parsed.global);
}

// `classay help run` is `classay run --help`.
std::vector<std::string> without_help_command(std::span<const std::string> words) {
  std::vector<std::string> all(words.begin(), words.end());
  if (all.front() != "help") return all;
  all.erase(all.begin());
  all.emplace_back("--help");
  return all;
}

ExitCode parse_and_run(std::span<const std::string> given, const Streams& streams) {
  if (given.empty()) return first_page_command(streams);
  const std::vector<std::string> words = without_help_command(given);
  CLI::App app{"classay tests the arithmetic of OpenCL devices against the OpenCL specifications.", "classay"};
  app.allow_windows_style_options(false);  // "/" begins a path on every system
  app.formatter(std::make_shared<Help>());
  app.set_version_flag("-V,--version", version_text(), "Print the versions of the program and its libraries")
      ->group(kOutput);
  app.set_help_flag("-h,--help", "Print this help")->group(kOutput);
  app.require_subcommand(1);
  app.footer(
      "Each command has its own help: classay run --help. Without a command, classay lists the devices.\n\n"
      "Exit codes: 0 all results conform; 1 a result is wrong; 2 wrong usage; 3 nothing matched or ran;\n"
      "4 the suite failed, or output was lost; 5 no usable device; 130 interrupted.\n");
  Parsed parsed;
  add_commands(app, parsed);
  // CLI11 would pass the words after "--" to the program, not to the command.
  const auto end = static_cast<std::size_t>(std::ranges::find(words, "--") - words.begin());
  const std::span<const std::string> before = std::span(words).first(end);
  const std::span<const std::string> after = std::span(words).subspan(std::min(end + 1, words.size()));
  refuse_unknown_command(app, before);
  try {
    app.parse(std::vector<std::string>(before.rbegin(), before.rend()));
  } catch (const CLI::ParseError& e) {
    return answer_parse_error(app, e, streams);
  }
  apply(parsed.global, streams);
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
  } catch (const std::exception& e) {
    return complain(streams, is_of_library(e) ? "a file or record is damaged: " + in_words(e) : e.what(), ExitCode::failed);
  }
}

// By the words, because they may be wrong otherwise.
bool is_bisecting(std::span<const std::string> words) {
  return !words.empty() && words.front() == "repro" && std::ranges::find(words, "--bisect") != words.end();
}

}  // namespace

// `git bisect run` takes 2, 4 and 5 for a bad version.
int run_command_line(std::span<const std::string> words, const Streams& streams) {
  const ExitCode code = run_and_tell(words, streams);
  const bool is_answer = code == ExitCode::promised || code == ExitCode::unexpected || code == ExitCode::interrupted;
  return static_cast<int>(is_answer || !is_bisecting(words) ? code : ExitCode::skipped);
}

}  // namespace classay
