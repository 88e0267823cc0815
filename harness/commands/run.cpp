// `classay run` and `classay resume`: from options to a journal. No driver is loaded here: devices are listed, asked and
// looked after by children.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <map>
#include <span>
#include <sstream>

#include "harness/commands/device_list.h"
#include "harness/commands/run_display.h"
#include "harness/commands/run_line.h"
#include "harness/commands/selfcheck.h"
#include "harness/devices/describe.h"
#include "harness/planted/corpus.h"
#include "harness/planted/planting.h"
#include "harness/run/device_differences.h"
#include "harness/run/measured.h"
#include "harness/run/own_program.h"
#include "harness/run/selection.h"
#include "harness/run/shell_word.h"
#include "harness/run/supervisor.h"
#include "harness/sweep/worker.h"
#include "harness/text/visible.h"
#include "harness/words/arguments.h"

namespace classay {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::chrono::seconds kListingTimeout{60};
// What the programs of a unit cost to build, in inputs.
constexpr double kProgramWeight = 1 << 24;

// Written by a handler of signals, read by the threads of a run.
std::atomic<int> interrupted = 0;
static_assert(std::atomic<int>::is_always_lock_free);

// From here on a signal that asks to stop ends the run in order: the journal is whole, and can be gone on with. One that was
// ignored stays so, as `nohup` wants it.
class Interrupts {
 public:
  Interrupts() {
    interrupted = 0;
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    for (std::size_t i = 0; i < kStops.size(); ++i) {
      ::sigaction(kStops[i], nullptr, &old_[i]);
      if (old_[i].sa_handler != SIG_IGN) ::sigaction(kStops[i], &action, nullptr);
    }
  }
  ~Interrupts() {
    for (std::size_t i = 0; i < kStops.size(); ++i) ::sigaction(kStops[i], &old_[i], nullptr);
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

 private:
  static constexpr std::array kStops{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kStops.size()> old_{};
};

milliseconds in_milliseconds(double seconds) { return milliseconds(static_cast<std::int64_t>(seconds * 1000)); }

std::string program_of(const std::string& stand_in) { return stand_in.empty() ? own_program() : stand_in; }

std::string folder_named_by_date() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::string name = fmt::format("classay-{:%Y%m%d-%H%M%S}", fmt::localtime(now));
  std::string folder = name;
  for (int i = 2; fs::exists(folder); ++i) folder = fmt::format("{}-{}", name, i);
  return folder;
}

// A stand-in has no arithmetic to measure.
std::vector<std::string> chosen_measurements(const RunOptions& options) {
  return options.program.empty() ? measured_cases(read_globs(options.filters), options.with_il) : std::vector<std::string>();
}

// Those of a run that goes on. The first line counts them; there are none with a stand-in, nor in journals of before.
std::vector<std::string> measurements_of(const Json& run, const RunOptions& options) {
  const std::vector<std::string> chosen = measured_cases(read_globs(options.filters));
  return run.value("measured", std::uint64_t{0}) == chosen.size() ? chosen : std::vector<std::string>();
}

Selection chosen_cases(const RunOptions& options) {
  Selection selection = selection_of(options);
  if (options.time_budget) order_by_priority(selection.units, options.tier, options.shard);
  return selection;
}

bool takes_il(const Json& device) { return !device.value("il_versions", Json::array()).empty(); }

// What the filters did not get, and whether anything is left.
bool tell_selection(const Selection& selection, const std::vector<std::string>& measured, const Streams& streams) {
  for (const std::string& glob : selection.unmatched) {
    if (!measured_cases(std::vector{Glob(glob)}).empty()) continue;
    streams.err.write(
        fmt::format("classay: nothing matches '{}'; globs match whole names such as 'clc/math/sin/f32/default/v4'\n", glob));
  }
  if (selection.units.empty() && measured.empty() && selection.matched > 0) {
    streams.err.write(
        fmt::format("classay: none of the {} cases that match is asked: there is no plan of inputs for them yet, or --modes "
                    "does not give their mode; `classay run --list` has what is asked\n",
                    selection.matched));
  }
  streams.err.flush();
  return !selection.units.empty() || !measured.empty();
}

// The devices there are; nullopt when there is none, which is said.
std::optional<Json> devices_there(const std::string& program, const Streams& streams) {
  const DeviceList list = ask_devices({program, "probe-devices"}, kListingTimeout);
  Json usable = Json::array();
  for (const Json& d : list.devices) {
    if (!d.contains("unusable")) {
      usable.push_back(d);
    } else {
      streams.err.write(
          fmt::format("classay: {} can not be used: {}\n", visible(d.value("unusable", "")), visible(d.value("why", ""))));
    }
  }
  if (!usable.empty()) return usable;
  std::string why = list.misfortune.empty() ? list.error : "listing the devices failed: " + list.misfortune;
  if (why.empty()) why = "there is no device that can be used";
  streams.err.write("classay: " + visible(why) + "; `classay devices` asks each driver alone\n");
  return std::nullopt;
}

// The last lines that say something.
std::string last_words(const std::string& log) {
  constexpr std::size_t kLines = 5;
  std::vector<std::string> lines;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back("  " + line + "\n");
  }
  const std::size_t first = lines.size() - std::min(lines.size(), kLines);
  return fmt::format("{}", fmt::join(std::span(lines).subspan(first), ""));
}

// Can it build and run a small kernel? What it lacks for that is no fault of the first case.
bool works(const RunOptions& options, const Json& device, const Streams& streams) {
  if (!device.value("has_compiler", true)) return true;  // it is asked nothing that it would have to build
  if (!options.plant.empty()) return true;               // what a plant does to that kernel says nothing of the device
  const std::string address = device.at("address").get<std::string>();
  const milliseconds timeout = std::min<milliseconds>(in_milliseconds(options.limits.patience), kListingTimeout);
  const ChildAnswer tried = ask_child_until_it_tells({program_of(options.program), "try", "--device", address}, "healthy",
                                                     timeout, "whether the device works can not be found out");
  const bool has_answered = tried.answer.is_object();
  if (has_answered && tried.answer.value("healthy", false)) return true;
  const std::string why = has_answered ? tried.answer.value("message", "") : tried.misfortune;
  streams.err.write(fmt::format("classay: {} can not be used: it does not build and run a small kernel: {}\n{}",
                                visible(device.value("name", "")), visible(why), last_words(tried.log)));
  return false;
}

SupervisorOptions supervisor_options(const RunOptions& options, const Json& run, const fs::path& directory) {
  const std::string program = program_of(options.program);
  const std::string address = run.at("device").at("address").get<std::string>();
  CaretakerOptions care{.worker = {program, "worker", "--device", address},
                        .device = run.at("device"),
                        .build = own_build(),
                        .may_be_nameless = !options.program.empty(),
                        .question = {.tier = options.tier,
                                     .seed = options.seed,
                                     .profile = profile_of(run),
                                     .shard = options.shard,
                                     .case_time = options.limits.case_time,
                                     .models = options.models},
                        .editions = editions_of(run),
                        .limits = {.timeout = in_milliseconds(options.limits.timeout)},
                        .short_timeout = in_milliseconds(options.limits.short_timeout),
                        .health = {.probe = {program, "probe", "--device", address},
                                   .timeout = std::min(in_milliseconds(options.limits.patience), milliseconds(60'000)),
                                   .back_off = {milliseconds(1000), milliseconds(5000), milliseconds(15'000)}}};
  for (const std::string& folder : options.known) care.worker.insert(care.worker.end(), {"--known", folder});
  if (!options.dump_kernels.empty()) care.worker.insert(care.worker.end(), {"--dump-kernels", options.dump_kernels});
  // A stand-in that stays ill does so on purpose.
  if (!options.program.empty()) care.health.back_off = {milliseconds(10), milliseconds(10)};
  SupervisorOptions s{
      .care = std::move(care), .workers = options.workers, .repro = "classay repro " + folder_word(directory)};
  if (options.time_budget) s.time_budget = in_milliseconds(*options.time_budget);
  return s;
}

ExitCode code_of(const Record& record, const Baseline& baseline, RunEnd end) {
  if (end == RunEnd::interrupted) return ExitCode::interrupted;
  if (end == RunEnd::unusable) return ExitCode::unusable;
  const ExitCode code = exit_code(record);
  return baseline.stale().empty() ? code : worse(code, ExitCode::unexpected);
}

std::uint64_t left_out(const Record& record, const std::vector<Unit>& units) {
  std::uint64_t count = 0;
  for (const Unit& u : units) {
    for (const int w : u.widths) count += record.has_result(name(case_of(u, w))) ? 0 : 1;
  }
  return count;
}

// What is measured is measured once, by a child for each kind of driver's work.
void measure(const RunOptions& options, const Json& run, const std::vector<std::string>& cases, const Baseline& baseline,
             JournalWriter& journal, Record& record, RunDisplay& display) {
  const std::string address = run.at("device").at("address").get<std::string>();
  std::map<std::vector<std::string>, ChildAnswer> answers;
  for (const std::string& c : cases) {
    if (record.has_result(c)) continue;
    const std::vector<std::string> child = measuring_child(c);
    if (!answers.contains(child)) {
      display.measures(c);
      std::vector<std::string> command{program_of(options.program)};
      command.insert(command.end(), child.begin(), child.end());
      command.insert(command.end(), {"--device", address});
      answers[child] = ask_child(command, "error", in_milliseconds(options.limits.patience));
      if (answers[child].misfortune.empty() ? display.stop() : is_stopped_soon(display)) break;
    }
    const Json result = baseline.held_against(measured_result(c, answers[child]), today());
    journal.append(result);
    record.apply(result);
    display.wrote(result);
  }
  journal.sync();
}

struct Session {
  const RunOptions& options;
  const Json& run;
  fs::path directory;
  std::vector<Unit> units;
  std::vector<std::string> measured;  // cases beside those of units
  Baseline baseline;
};

void tell_end(const Session& session, const Record& record, RunEnd end, const std::string& why, const Streams& streams) {
  const std::string resume = "classay resume " + folder_word(session.directory);
  if (!session.options.json) streams.out.write(final_text(record, streams.out));
  streams.out.flush();
  for (const std::string& c : session.baseline.stale()) {
    streams.err.write("classay: the baseline expects something of " + c + ", and there is no such case\n");
  }
  if (const std::uint64_t ours = record.totals().at(static_cast<std::size_t>(CaseVerdict::harness_error)); ours > 0) {
    streams.err.write(fmt::format(
        "classay: classay itself failed in {} case{}, which says nothing of the device; please report it with the lines "
        "'abnormal' and 'harness-error' of\n  {}\n",
        ours, ours == 1 ? "" : "s", JournalWriter::file_of(session.directory).string()));
  }
  if (end == RunEnd::interrupted) {
    streams.err.write(fmt::format("classay: interrupted; nothing that was written is lost. Go on with\n  {}\n", resume));
  } else if (end == RunEnd::unusable) {
    streams.err.write(fmt::format("classay: {}\nclassay: given up; when the device is well again, go on with\n  {}\n",
                                  visible(why), resume));
  } else if (end == RunEnd::out_of_time) {
    streams.err.write(
        fmt::format("classay: the time budget left out {} of {} cases, which the last line of the journal "
                    "names; ask them with\n  {}\n",
                    left_out(record, session.units), session.run.value("cases", std::uint64_t{0}), resume));
  }
}

// First of all, and in the end once more: what a planted run finds says nothing of the device.
void tell_plant(const Json& run, const Streams& streams) {
  if (!run.contains("plant")) return;
  streams.err.write(fmt::format("classay: PLANTED DEFECT {}: {}. This run says nothing of the device\n",
                                visible(run.at("plant").value("name", "")), visible(run.at("plant").value("wrong", ""))));
  streams.err.flush();
}

// A defect before the drivers of all children, and what a journal says of it.
struct Planted {
  explicit Planted(const planted::Plant& plant)
      : planting(plant), json{{"name", plant.name}, {"wrong", plant.wrong}, {"hash", planting.hash()}} {}
  planted::Planting planting;
  Json json;
};

std::unique_ptr<Planted> planted_by(const RunOptions& options) {
  if (options.plant.empty()) return nullptr;
  if (!options.baseline.empty())
    throw UsageError("--plant and --baseline: a planted defect is nothing to hold a device against");
  return std::make_unique<Planted>(planted::plant_named(planted::corpus(), options.plant));
}

// A loader that does not load layers leaves the device as it is. (A stand-in has none.)
bool is_before_driver(const RunOptions& options, const Json& device, const Streams& streams) {
  if (options.plant.empty() || !options.program.empty()) return true;
  if (device.value("driver", "").ends_with(planted::planted_driver("", options.plant))) return true;
  streams.err.write("classay: nothing was planted: OpenCL as it is here loads no layers (OPENCL_LAYERS)\n");
  return false;
}

ExitCode supervise(const Session& session, JournalWriter& journal, Record& record, const Streams& streams) {
  const RunOptions& options = session.options;
  // A stand-in for a device says nothing of what it has.
  const Json& described = session.run.at("device");
  const std::optional<DeviceIdentity> device =
      described.contains("f64") ? std::optional(abilities_from(described)) : std::nullopt;
  const auto weight = [&](const Unit& u) {
    if (device && unsupported(*device, case_of(u, u.widths.front()))) return 0.0;
    return kProgramWeight + static_cast<double>(inputs_of(u, options.tier, options.shard));
  };
  double total = 0;
  std::vector<Unit> open;
  for (const Unit& unit : session.units) {
    if (left_out(record, {unit}) == 0) continue;
    open.push_back(unit);
    total += weight(unit);
  }
  const Interrupts interrupts;
  const auto how = options.json                 ? RunDisplay::How::json
                   : is_terminal(STDOUT_FILENO) ? RunDisplay::How::live
                                                : RunDisplay::How::lines;
  RunDisplay display(streams, how, in_milliseconds(options.progress), RunProgress(weight, total),
                     [] { return interrupted != 0; });
  measure(options, session.run, session.measured, session.baseline, journal, record, display);
  SupervisorOptions how_to_ask = supervisor_options(options, session.run, session.directory);
  how_to_ask.baseline = session.baseline;
  Supervisor supervisor(how_to_ask, journal, record, display);
  const RunEnd end = display.stop() ? RunEnd::interrupted : supervisor.run(session.units);
  display.end();
  tell_end(session, record, end, supervisor.why_unusable(), streams);
  tell_plant(session.run, streams);
  return code_of(record, session.baseline, end);
}

// "OpenCL C 2.0, SPIR-V environment 2.2": those of what is asked.
std::string editions_text(const Session& session) {
  const Editions editions = editions_of(session.run);
  std::vector<std::string> all;
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
    const auto is_asked = [&](const Unit& u) { return u.front_end == front_end; };
    const std::string text(title(editions.of(front_end)));
    const bool is_new = std::ranges::find(all, text) == all.end();
    if (is_new && std::ranges::any_of(session.units, is_asked)) all.push_back(text);
  }
  return all.empty() ? std::string(title(editions.clc)) : fmt::format("{}", fmt::join(all, ", "));
}

void introduce(const Session& session, const Streams& streams) {
  tell_plant(session.run, streams);
  if (session.options.json) {
    streams.out.write(session.run.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    const Json& device = session.run.at("device");
    streams.out.write(fmt::format("{} ({}), driver {}\n{} cases, tier {}, {}, {} profile, seed {}, shard {}, journal {}\n",
                                  visible(device.value("name", "")), visible(device.value("platform", "")),
                                  visible(device.value("driver", "")), session.run.value("cases", std::uint64_t{0}),
                                  visible(session.run.value("tier", "")), editions_text(session),
                                  session.run.value("profile", ""), session.options.seed, session.run.value("shard", ""),
                                  JournalWriter::file_of(session.directory).string()));
  }
  streams.out.flush();
}

// The baseline of the options, if they name one. Throws BaselineError when it is none, and UsageError when it is not for
// this run.
Baseline baseline_for(const RunOptions& options, const Json& run) {
  if (options.baseline.empty()) return {};
  if (options.shard.of > 1) {
    throw UsageError(
        "a shard has a part of every result, which no baseline knows: hold the merged run against it, with "
        "`classay-report baseline check`");
  }
  Baseline baseline = Baseline::read(options.baseline);
  const std::vector<std::string> misfits = baseline.misfits(run);
  if (misfits.empty()) return baseline;
  throw UsageError(fmt::format("{} is not for this run: {}", options.baseline, fmt::join(misfits, "; ")));
}

// Throws UsageError that names what has changed since the run began.
void refuse_changes(const Json& run, const Json& device, std::uint64_t cases, const std::string& directory) {
  std::vector<std::string> changes = device_differences(run.at("device"), device);
  for (std::string& change : changes) change = "the device: " + change;
  if (const std::string build = build_difference(run); !build.empty()) changes.push_back("this program: " + build);
  if (const auto were = run.value("cases", std::uint64_t{0}); cases != were) {
    changes.push_back(fmt::format("the cases: there were {} and are {}", were, cases));
  }
  if (changes.empty()) return;
  throw UsageError(
      fmt::format("{} cannot be gone on with, because what it asks has changed since:\n  {}\nPut it back as it "
                  "was, or begin a new run",
                  directory, fmt::join(changes, "\n  ")));
}

// Damage of what a run goes on from costs time, and nothing else; but who has such a disk wants to know.
void tell_damages(JournalWriter& journal, Record& record, const Streams& streams) {
  const std::vector<Record::Damage> damages = record.damages();
  for (const Record::Damage& damage : damages) {
    streams.err.write("classay: " + damage.what + "\n");
    const Json line = ignored_line(damage);
    journal.append(line);
    record.apply(line);
  }
  streams.err.flush();
}

}  // namespace

ExitCode run_command(const RunOptions& wanted, const Streams& streams) {
  RunOptions options = wanted;
  options.with_il = options.tier == Tier::certify;
  Selection selection = chosen_cases(options);
  std::vector<std::string> measured = chosen_measurements(options);
  if (!tell_selection(selection, measured, streams)) return ExitCode::nothing;
  if (options.list) {
    for (const std::string& c : measured) streams.out.write(c + "\n");
    for (const Unit& unit : selection.units) {
      for (const int w : unit.widths) streams.out.write(name(case_of(unit, w)) + "\n");
    }
    return ExitCode::promised;
  }
  const Json selfcheck = passed_selfcheck();
  const std::unique_ptr<Planted> planted = planted_by(options);
  const std::optional<Json> devices = devices_there(program_of(options.program), streams);
  if (!devices) return ExitCode::unusable;
  const Json device = chosen_device(*devices, options.device);
  if (!is_before_driver(options, device, streams)) return ExitCode::unusable;
  if (options.workers == 0) options.workers = workers_for(options.tier, device);
  if (options.filters.empty() && !options.with_il && takes_il(device)) {
    options.with_il = true;
    selection = chosen_cases(options);
    measured = chosen_measurements(options);
  }
  Json run = run_line(options, device, selection.cases);
  run["measured"] = measured.size();
  run["selfcheck"] = selfcheck;
  if (planted) run["plant"] = planted->json;
  const Baseline baseline = baseline_for(options, run);
  if (!options.baseline.empty()) run["baseline"] = {{"file", options.baseline}, {"hash", baseline.hash()}};
  const fs::path directory = options.out.empty() ? folder_named_by_date() : options.out;
  if (fs::exists(JournalWriter::file_of(directory))) {
    throw UsageError(fmt::format("there is a run in {} already; choose another --out, or go on with `classay resume {}`",
                                 directory.string(), folder_word(directory)));
  }
  if (!works(options, run.at("device"), streams)) return ExitCode::unusable;
  JournalWriter journal = JournalWriter::create(directory, run);
  const Session session{options, run, directory, selection.units, measured, baseline};
  introduce(session, streams);
  Record record;
  return supervise(session, journal, record, streams);
}

ExitCode resume_command(const ResumeOptions& options, const Streams& streams) {
  Record record;
  JournalWriter::Reopened reopened = JournalWriter::reopen(options.directory, [&](const Json& line) { record.apply(line); });
  const Json& run = reopened.contents.run;
  RunOptions run_options = options_of(run, JournalWriter::file_of(options.directory));
  run_options.json = options.json;
  run_options.program = options.program;
  run_options.workers = options.workers.value_or(run_options.workers);
  if (options.whole) {
    run_options.limits = CaseLimits{};
    record.forget_partial();
  }
  const Selection selection = chosen_cases(run_options);
  const std::vector<std::string> measured = measurements_of(run, run_options);
  const Session session{run_options, run, options.directory, selection.units, measured, baseline_for(run_options, run)};
  if (run.contains("baseline") && run.at("baseline").at("hash") != session.baseline.hash()) {
    throw UsageError(
        fmt::format("{} is not what it was when the run began; put it back, or begin a new run", run_options.baseline));
  }
  const bool is_measured = std::ranges::all_of(measured, [&](const std::string& c) { return record.has_result(c); });
  if (record.has_ended() && is_measured && left_out(record, selection.units) == 0) {
    if (!options.json) streams.out.write(final_text(record, streams.out));
    streams.err.write(fmt::format("classay: the run in {} is complete; nothing is left to do\n", options.directory));
    return code_of(record, session.baseline, RunEnd::complete);
  }
  passed_selfcheck();
  const std::unique_ptr<Planted> planted = planted_by(run_options);
  if (planted && planted->json != run.at("plant")) {
    throw UsageError(fmt::format("the plant {} is not what it was when the run began; begin a new run", run_options.plant));
  }
  const std::optional<Json> devices = devices_there(program_of(options.program), streams);
  if (!devices) return ExitCode::unusable;
  refuse_changes(run, chosen_device(*devices, run_options.device), selection.cases, options.directory);
  if (!works(run_options, run.at("device"), streams)) return ExitCode::unusable;
  introduce(session, streams);
  tell_damages(reopened.writer, record, streams);
  return supervise(session, reopened.writer, record, streams);
}

}  // namespace classay
