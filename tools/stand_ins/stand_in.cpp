// Replaces the program in tests (`classay run --program`): a worker without a device, its health check and its device list.
// Rules make it misbehave. libstand_in_driver next to it does the misdeeds of a driver.
//
// CLASSAY_STAND_IN names a file of JSON:
//   "folder"  a folder for files that its processes share
//   "pace"    microseconds for a piece of a case
//   "rules"   [{"case": GLOB, "do": WHAT, "only": "unit" or "alone"}]: the first that matches a case applies; without one
//             the case passes. "unit" is a task of several widths
//   "device"  the description of the device
//   "others"  further devices in the list
//   "health"  the result of its check
//   "build"   the program that the worker claims to be
//   "hangs"   a sub-command that never ends
// The results depend only on the task and the rules, so that a run that is killed and resumed ends like an uninterrupted
// one.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/message.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/journal/unit.h"
#include "harness/process/descriptors.h"
#include "harness/process/host.h"
#include "harness/process/libraries.h"
#include "harness/process/own_program.h"
#include "harness/process/signals.h"
#include "harness/process/watch.h"
#include "suites/glob.h"
#include "tools/stand_ins/misdeeds.h"
#include "tools/stand_ins/outside.h"

namespace classay {
namespace {

#ifdef _WIN32
constexpr const char* kLibraryEnding = ".dll";
void prepare_output() { prepare_standard_descriptors(); }
#else
constexpr const char* kLibraryEnding = ".so";
void prepare_output() {}  // a worker whose supervisor has ended gets SIGPIPE
#endif

// The pieces of a case: progress after each, and a checkpoint after each width.
constexpr std::uint64_t kPieces = 3;

Json script;

void tell(const Json& line) { std::cout << line.dump() << std::endl; }  // NOLINT(performance-avoid-endl): it is a dialogue
void tell(const message::Any& message) { tell(to_json(message)); }

[[noreturn]] void end(int code) {
  std::cout.flush();
  ending::mean_to_end();
  end_process(code);
}

std::string folder() { return script.value("folder", "."); }
bool is_there(const char* name) { return std::ifstream(folder() + "/" + name).good(); }
void put(const char* name) { std::ofstream(folder() + "/" + name) << "here\n"; }

std::string behaviour(const std::string& case_name, bool is_alone) {
  for (const Json& rule : script.value("rules", Json::array())) {
    const std::string only = rule.value("only", "");
    if ((only == "unit" && is_alone) || (only == "alone" && !is_alone)) continue;
    if (Glob(rule.at("case").get<std::string>()).matches(case_name)) return rule.at("do");
  }
  return "pass";
}

// The tally of a sweep with `failures` wrong inputs. Only the worst errors are invented.
Tally tally(const Plan& plan, const Task& task, std::uint64_t failures) {
  const std::uint64_t part = inputs_of_part(task.state.get());
  const std::uint64_t first = part > 0 ? 0 : task.shard.begin(plan.count());
  const std::uint64_t last = part > 0 ? part : task.shard.end(plan.count());
  Tally t;
  for (std::uint64_t i = first; i < last; ++i) {
    const bool is_wrong = i < failures;
    const double ulps = is_wrong ? 100.0 + static_cast<double>(i) : static_cast<double>(i % 7) / 8;
    t.add({.index = i, .inputs = plan.input(i), .got = i, .ulps = ulps},
          is_wrong ? Tally::Outcome::wrong : Tally::Outcome::right, static_cast<int>(i % 5), i % 2 == 0);
  }
  return t;
}

void put(Json& line, const Json& tally) {
  for (const auto& [key, value] : tally.items()) (line["counts"].contains(key) ? line["counts"] : line)[key] = value;
}

Json result(const Task& task, const Plan& plan, int width, std::uint64_t failures) {
  const Unit& unit = task.unit;
  const Tally t = tally(plan, task, failures);
  Json line{{"kind", "result"},
            {"case", name(case_of(unit, width))},
            {"verdict", t.failed() > 0 ? "fail" : "pass"},
            {"reason", t.failed() > 0 ? share_reason(t.failed(), t.judged()) : ""},
            {"inputs",
             {{"plan", plan.text(width)},
              {"count", t.judged()},
              {"hash", hex(plan.hash(width), 16)},
              {"exhaustive", plan.exhaustive() && task.shard.of == 1}}},
            {"counts", {{"judged", t.judged()}, {"failed", t.failed()}, {"undefined", t.undefined()}, {"poor", t.poor()}}},
            {"max_ulp", nullptr}};
  if (!t.worst().empty()) line["max_ulp"] = {{"value", t.worst()[0].ulps}};
  put(line, to_json(t, *unit.row, unit.format));
  line["seconds"] = {{"total", 0.25}, {"device", 0.125}};
  return line;
}

void trouble(const std::string& fault) {
  tell(Json{{"kind", "trouble"}, {"fault", fault}, {"message", "as told: " + fault}});
  end(0);
}

// Another process ends the worker, once: "HUP-once"; "TERM-once-fail", which fails when it runs again; with "stop" it also
// ends the run, a moment later: "KILL-stop".
void end_from_outside(const std::string& what) {
  int number = 0;
  if (what.starts_with("HUP-")) number = SIGHUP;
  if (what.starts_with("TERM-")) number = SIGTERM;
  if (what.starts_with("KILL-")) number = SIGKILL;
  if (number == 0 || is_there("ended")) return;
  put("ended");
  tests::outside::end_by(number, what.find("-stop") != std::string::npos);
}

void driver_does(const std::string& what, int value = 0) {
  std::filesystem::path file = std::filesystem::path(own_program()).parent_path() / "libstand_in_driver";
  file += kLibraryEnding;
  const libraries::Loaded driver = libraries::load(file.string(), libraries::Binding::now);
  if (driver.handle == nullptr) throw std::runtime_error(driver.trouble);
  void* const does = libraries::function_in(driver.handle, "stand_in_driver_does");
  const ending::Calling calling("clFinish");
  reinterpret_cast<void (*)(const char*, int)>(does)(what.c_str(), value);  // NOLINT: a function
}

// "driver-raise-11", "own-crash": the owner of the code, the misdeed, and a number.
void do_misdeed(const std::string& who, const std::string& deed) {
  const std::size_t dash = deed.find_last_of('-');
  const bool has_value = dash != std::string::npos && dash + 1 < deed.size() && std::isdigit(deed[dash + 1]) != 0;
  const std::string what = has_value ? deed.substr(0, dash) : deed;
  const int value = has_value ? std::stoi(deed.substr(dash + 1)) : 0;
  if (who == "driver") driver_does(what, value);
  if (who == "own") tests::misdeed(what, value);
}

// Another process sends the signal during a driver call.
void be_sent(int signal) {
  const ending::Calling calling("clFinish");
  tests::outside::send(signal);
}

// Returns when a second process is here at the same time.
void meet() {
  const std::filesystem::path room = folder() + "/room";
  std::filesystem::create_directories(room);
  std::ofstream(room / std::to_string(own_process())) << "here\n";
  const auto present = [&] { return std::distance(std::filesystem::directory_iterator(room), {}); };
  while (present() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

// Misdeeds before there is a result.
void misbehave(const std::string& what) {
  for (const std::string who : {"driver", "own"}) {
    if (what.starts_with(who + "-")) do_misdeed(who, what.substr(who.size() + 1));
  }
  if (what.starts_with("sent-")) be_sent(std::stoi(what.substr(5)));
  if (what.starts_with("remove-")) {
    std::filesystem::remove_all(what.substr(7));
    driver_does("abort");
  }
  if (what == "crash") driver_does("abort");
  if (what == "kill") tests::outside::end_by(SIGKILL, false);
  if (what == "terminate") tests::outside::end_by(SIGTERM, false);
  if (what == "exit") driver_does("_exit", 3);
  if (what == "hang") driver_does("hang");
  if (what == "brick") {
    put("bricked");
    driver_does("abort");
  }
  if (what == "doze") {  // unhealthy until the first health check
    put("dozing");
    driver_does("abort");
  }
  if (what == "deaf") {  // a helper keeps the output open
    const ending::Calling calling("clFinish");
    tests::outside::leave_helper();
    end_process(1);
  }
  if (what == "malformed") std::cout << "{\"kind\": \"result\", " << std::endl;  // NOLINT(performance-avoid-endl)
  if (what == "noise") std::cout << "Segmentation pending" << std::endl;         // NOLINT(performance-avoid-endl)
  if (what == "flood") {
    for (;;) std::cout << "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
  }
  const std::uint64_t far = 1'000'000'000;
  if (what == "flood-lines") {
    for (std::uint64_t i = far;; ++i) std::cout << to_json(message::Progress{i, i + 1, 0}).dump() << "\n";
  }
  if (what == "stuck") {
    const ending::Calling calling("clFinish");
    for (;;) {
      tell(message::Progress{far, far, 0});
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  if (what == "impossible") tell(message::Progress{3, 2, 0});
  if (what == "early-done") tell(message::Done());
  if (what == "unknown") tell(Json{{"kind", "surprise"}});
  if (what == "meet") meet();
  if (what == "late") std::this_thread::sleep_for(std::chrono::milliseconds(300));
  if (what.starts_with("trouble-")) trouble(what.substr(8));
}

void bend(Json& line, const std::string& what, const Task& task) {
  if (what == "nothing") put(line, to_json(Tally()));
  if (what == "painted") {
    line["reason"] = "4 of 10566 results wrong";
    line["max_ulp"]["value"] = nullptr;
  }
  if (what == "expected") line["verdict"] = "xfail";
  if (what == "odd-repro") line["repro"] = 7;
  if (what == "whitewash") line["verdict"] = "pass";
  if (what == "wrong-again" || what == "unsteady") {
    const Json sample{{"index", 3U}, {"inputs", {"0x3f800000"}}, {"first", "0x3f576aa4"}, {"second", "0x3f576aa5"}};
    line["second_launch"] = {
        {"differing", 2U}, {"wrong", what == "unsteady" ? 0U : 1U}, {"sample", sample}, {"vector", {"0x3f800000"}}};
    if (what == "wrong-again") line["verdict"] = "quality-warning";
  }
  const bool is_part = what == "partial" || what == "cut-fail" || what == "all-partial";
  if (is_part) line["inputs"]["of"] = line["inputs"]["count"];
  if (what == "all-partial") line["verdict"] = "partial";
  if (what == "partial") {
    line["verdict"] = "partial";
    line["reason"] = cut_reason(1, line["inputs"]["of"].get<std::uint64_t>(), task.case_time);
  }
  if (what == "few" || what == "partial") {
    Tally one;
    one.add({}, Tally::Outcome::right, 0, false);
    put(line, to_json(one));
    line["inputs"]["count"] = 1;
    line["max_ulp"]["value"] = 0.0;
  }
  if (what == "forged") line["signed_histogram"][0] = 12345;
  if (what == "unasked") line["case"] = "clc/math/tan/f32/default/v1";
  if (what == "pretend") line["verdict"] = "missing";
  // The first ten inputs are enough to reproduce its failures.
  if (what == "fail-in-part") line["to_confirm"] = {{"state", {{"only", {{0, 10}}}}}, {"failed", 3}};
  if (what == "odd-part") line["to_confirm"] = {{"state", {{"only", {{0, "ten"}}}}}, {"failed", 3}};
  if (what == "bold-part") line["to_confirm"] = {{"state", {{"only", {{0, 10}}}}}, {"failed", 4}};
  if (what == "silent-skip") line = {{"kind", "result"}, {"case", line["case"]}, {"verdict", "skip"}};
  if (what == "unsupported" || what == "skip" || what == "resource-error") {
    line = to_json(CaseResult{.case_name = line["case"], .verdict = *case_verdict_named(what), .reason = "as told"});
  }
}

std::vector<Json> held;  // results reported at the end of a task, like those of a sweep that runs all widths at once

Json do_width(const Task& task, const Plan& plan, int width, std::uint64_t step) {
  const bool is_alone = task.unit.widths.size() == 1;
  const std::string what = behaviour(name(case_of(task.unit, width)), is_alone);
  const std::uint64_t all = kPieces * task.unit.widths.size();
  const auto pace = std::chrono::microseconds(script.value("pace", 0));
  tell(message::Launch{width});
  for (std::uint64_t i = 1; i <= kPieces; ++i) {
    std::this_thread::sleep_for(pace);
    tell(message::Progress{step * kPieces + i, all, 0});
  }
  misbehave(what);
  end_from_outside(what);
  // "waver": as many failures as the task has widths, so that a run of one width has a different outcome.
  const bool fails = what.starts_with("fail") || what.ends_with("-part") || what.ends_with("-fail") || what == "whitewash";
  const std::uint64_t failures = fails ? 3 : what == "waver" ? task.unit.widths.size() : 0;
  Json line = result(task, plan, width, failures);
  bend(line, what, task);
  if (what == "torn") {
    std::cout << line.dump().substr(0, 100) << std::flush;
    driver_does("_exit", 1);
  }
  if (what == "held") {
    held.push_back(line);
    return line;
  }
  tell(line);
  if (what == "twice") tell(line);
  if (what == "crash-after") driver_does("abort");
  return line;
}

[[noreturn]] void serve() {
  ending::watch();
  if (is_there("bricked")) trouble("lost");
  tell(message::Hello{.device = shared(script.value("device", Json::object())),
                      .build = script.contains("build") ? shared(script.at("build")) : nullptr});
  for (std::string text; std::getline(std::cin, text);) {
    const Task task = task_from(read_json(text));
    const Plan plan = plan_of(task);
    // Repeats results of widths before the checkpoint, like a sweep that runs all widths at once.
    const Json known = or_null(task.state);
    const std::uint64_t from = !known.contains("next") ? 0 : known.at("next").get<std::uint64_t>();
    Json results = Json::array();
    for (std::uint64_t i = 0; i < task.unit.widths.size(); ++i) {
      if (i < from) {
        results.push_back(known.at("results").at(i));
        tell(results.back());
        continue;
      }
      results.push_back(do_width(task, plan, task.unit.widths[i], i));
      Json state{{"next", i + 1}, {"results", results}};
      if (known.contains("only")) state["only"] = known.at("only");
      tell(message::Checkpoint{shared(state)});
    }
    for (const Json& line : std::exchange(held, {})) tell(line);
    tell(message::Done());
  }
  end(0);
}

[[noreturn]] void health() {
  ending::watch();
  if (script.contains("health")) std::cout << script.at("health").get<std::string>() << "\n";
  if (is_there("dozing")) {
    std::remove((folder() + "/dozing").c_str());
    end(1);
  }
  end(is_there("bricked") ? 1 : 0);
}

// The check before a run.
int try_device() {
  std::cout << Json({{"healthy", !is_there("bricked")}, {"message", "as told"}}).dump() << "\n";
  return 0;
}

// Lists the device and others that never run; other back ends have none.
int list(bool is_of_another_backend) {
  if (is_of_another_backend) {
    std::cout << Json({{"devices", Json::array()}, {"error", "not here"}}).dump() << "\n";
    return 0;
  }
  Json devices = Json::array({script.value("device", Json::object())});
  for (const Json& other : script.value("others", Json::array())) devices.push_back(other);
  std::cout << Json({{"devices", devices}}).dump() << "\n";
  return 0;
}

}  // namespace
}  // namespace classay

int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): to end so is what it is for
  const char* file = std::getenv("CLASSAY_STAND_IN");
  if (argc < 2 || file == nullptr) return 64;
  classay::prepare_output();
  classay::script = classay::Json::parse(std::ifstream(file));
  const std::string what = argv[1];
  while (classay::script.value("hangs", "") == what) std::this_thread::sleep_for(std::chrono::hours(1));
  if (what == "health") classay::health();
  if (what == "try") return classay::try_device();
  if (what == "list-devices") return classay::list(argc > 2);
  classay::serve();
}
