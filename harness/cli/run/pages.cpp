#include "harness/cli/run/pages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <vector>

#include "harness/cli/run/interrupts.h"
#include "harness/process/own_program.h"
#include "harness/process/process.h"
#include "harness/text/shell_word.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr const char* kReport = "classay-report";
constexpr milliseconds kBetweenLooks{200};

bool is_program(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

fs::path report_program() {
  if (const char* named = std::getenv("CLASSAY_REPORT"); named != nullptr && *named != '\0') return named;
  if (const fs::path installed = beside_program(kReport); is_program(installed)) return installed;
  if (const fs::path found = on_path(kReport); is_program(found)) return found;
  // The program is in build/PRESET.
  const fs::path tree = fs::path(own_program()).parent_path().parent_path().parent_path();
  const fs::path script = tree / "scripts/report";
  return fs::exists(tree / "CMakePresets.json") && is_program(script) ? script : fs::path();
}

struct Ended {
  bool is_well = false;
  std::string why;  // why it cannot write pages
};

Ended run_report(const std::vector<std::string>& words) {
  std::vector<std::string> argv{report_program().string()};
  argv.insert(argv.end(), words.begin(), words.end());
  try {
    Process report(argv);
    report.close_input();
    std::string line;
    for (;;) {
      const Process::Read read = report.read_line(line, Process::Clock::now() + kBetweenLooks);
      if (read == Process::Read::end || read == Process::Read::flooded) break;
      if (Interrupts::came()) {
        report.kill();
        return {.why = "interrupted"};
      }
    }
    const Exit end = report.wait();
    if (end.clean()) return {.is_well = true};
    const std::string last = last_line(report.errors());
    return {.why = last.empty() ? end.text() : last};
  } catch (const std::system_error& e) {
    return {.why = e.what()};
  }
}

}  // namespace

std::string report_command() {
  const fs::path program = report_program();
  if (program.empty()) return "";
  return program == on_path(kReport) ? kReport : shell_word(program.string());
}

void require_report(const Reporting& reporting) {
  if (!reporting.html && reporting.junit.empty()) return;
  const char* const option = reporting.html ? "--html" : "--junit";
  if (report_program().empty()) {
    throw UsageError(
        fmt::format("{}: classay-report is not next to this program or on the PATH; install the wheel or the "
                    "package that contains it, or name the program in CLASSAY_REPORT",
                    option));
  }
  const Ended end = run_report({"--help"});
  if (end.is_well) return;
  throw UsageError(
      fmt::format("{}: `{} --help` failed: {}", option, shell_word(report_program().string()), visible(end.why)));
}

fs::path pages_of(const fs::path& run) { return run / "html"; }

namespace {

bool write_pages(const fs::path& run, const Streams& streams) {
  const Ended end = run_report({"html", fs::absolute(pages_of(run)).string(), fs::absolute(run).string(), "--exit-zero"});
  streams.err.write(
      end.is_well ? fmt::format("classay: pages for a browser: {}\n", (pages_of(run) / "index.html").string())
                  : fmt::format("classay: {}: the pages were not written: {}\n", pages_of(run).string(), visible(end.why)));
  return end.is_well;
}

bool write_junit(const std::string& file, const fs::path& run, const Streams& streams) {
  const Ended end = run_report({"junit", fs::absolute(run).string(), "--out", fs::absolute(file).string(), "--exit-zero"});
  if (!end.is_well) {
    streams.err.write(fmt::format("classay: --junit {}: the file was not written: {}\n", file, visible(end.why)));
  }
  return end.is_well;
}

}  // namespace

bool write_reports(const Reporting& reporting, const fs::path& run, const Streams& streams) {
  bool is_well = !reporting.html || write_pages(run, streams);
  if (!reporting.junit.empty()) is_well = write_junit(reporting.junit, run, streams) && is_well;
  streams.err.flush();
  return is_well;
}

}  // namespace classay
