#include "harness/cli/run/pages.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <vector>

#include "harness/process/host.h"
#include "harness/process/interrupts.h"
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

fs::path report_program() {
  if (const char* named = std::getenv("CLASSAY_REPORT"); named != nullptr && *named != '\0') return named;
  if (const fs::path installed = beside_program(kReport); is_executable(installed)) return installed;
  if (const fs::path found = on_path(kReport); is_executable(found)) return found;
  // The program is in build/PRESET.
  const fs::path tree = fs::path(own_program()).parent_path().parent_path().parent_path();
  const fs::path script = tree / "scripts/report";
  return fs::exists(tree / "CMakePresets.json") && is_executable(script) ? script : fs::path();
}

}  // namespace

std::string report_command() {
  const fs::path program = report_program();
  if (program.empty()) return "";
  return program == on_path(kReport) ? kReport : shell_word(program.string());
}

void require_report(const Reporting& reporting) {
  if (reporting.html || !reporting.junit.empty()) require_report_program(reporting.html ? "--html" : "--junit");
}

void require_report_program(const std::string& what) {
  if (report_program().empty()) {
    throw UsageError(
        fmt::format("{}: classay-report is not next to this program or on the PATH; install the wheel or the "
                    "package that contains it, or name the program in CLASSAY_REPORT",
                    what));
  }
  const std::string why = report_failure({"--help"});
  if (why.empty()) return;
  throw UsageError(fmt::format("{}: `{} --help` failed: {}", what, shell_word(report_program().string()), visible(why)));
}

std::string report_failure(const std::vector<std::string>& words) {
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
        return "interrupted";
      }
    }
    const Exit end = report.wait();
    if (end.clean()) return "";
    const std::string last = last_line(report.errors());
    return last.empty() ? end.text() : last;
  } catch (const std::system_error& e) {
    return e.what();
  }
}

fs::path pages_of(const fs::path& run) { return run / "html"; }

namespace {

bool write_pages(const fs::path& run, const Streams& streams) {
  const std::string why =
      report_failure({"html", fs::absolute(pages_of(run)).string(), fs::absolute(run).string(), "--exit-zero"});
  streams.err.write(
      why.empty() ? fmt::format("classay: pages for a browser: {}\n", (pages_of(run) / "index.html").string())
                  : fmt::format("classay: {}: the pages were not written: {}\n", pages_of(run).string(), visible(why)));
  return why.empty();
}

bool write_junit(const std::string& file, const fs::path& run, const Streams& streams) {
  const std::string why =
      report_failure({"junit", fs::absolute(run).string(), "--out", fs::absolute(file).string(), "--exit-zero"});
  if (!why.empty()) {
    streams.err.write(fmt::format("classay: --junit {}: the file was not written: {}\n", file, visible(why)));
  }
  return why.empty();
}

}  // namespace

bool write_reports(const Reporting& reporting, const fs::path& run, const Streams& streams) {
  bool is_well = !reporting.html || write_pages(run, streams);
  if (!reporting.junit.empty()) is_well = write_junit(reporting.junit, run, streams) && is_well;
  streams.err.flush();
  return is_well;
}

}  // namespace classay
