// `classay doctor` explains why a device is missing; `classay` without arguments shows the devices and the next command.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/cli/commands.h"
#include "harness/cli/doctor/collect.h"
#include "harness/cli/doctor/findings.h"
#include "harness/cli/doctor/first_page.h"
#include "harness/cli/doctor/hardware.h"
#include "harness/cli/doctor/print.h"
#include "harness/cli/run/free_folder.h"
#include "harness/text/usage_error.h"

namespace classay {

ExitCode doctor_command(const DoctorOptions& options, const Streams& streams) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(options.root, unknown)) {
    throw UsageError(fmt::format("--root: {} is not a folder; name a folder that has etc, dev and sys", options.root));
  }
  const doctor::Facts facts = doctor::collected({.root = options.root, .timeout = options.timeout});
  const std::vector<doctor::Finding> found = doctor::findings(facts);
  options.json ? doctor::print_json(streams.out, facts, found) : doctor::print_text(streams.out, facts, found);
  return doctor::usable_devices(facts).empty() ? ExitCode::unusable : ExitCode::promised;
}

ExitCode first_page_command(const Streams& streams) {
  const doctor::Scope scope;
  const doctor::FirstPage page =
      doctor::first_page(doctor::listings(scope), doctor::hardware_under(scope.root), free_folder("first"));
  streams.out.write(page.text);
  return page.has_device ? ExitCode::promised : ExitCode::unusable;
}

}  // namespace classay
