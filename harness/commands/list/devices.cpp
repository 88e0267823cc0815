// `classay devices`: the devices of every back end, which a child process asks. It asks all drivers at once, as a program
// would; when it does not come back with an answer, each driver of OpenCL is asked alone, so that the one that crashes or
// hangs is a line in the list and not its end.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/commands/commands.h"
#include "harness/commands/list/device_list.h"
#include "harness/commands/terminal/json_line.h"
#include "harness/devices/describe.h"
#include "harness/process/own_program.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

namespace fs = std::filesystem;

fs::path vendors_folder() {
  const char* set = std::getenv("OCL_ICD_VENDORS");
  return set != nullptr && *set != '\0' ? set : "/etc/OpenCL/vendors";
}

// A folder with one driver in it, for the ICD loader of a child.
class LoneDriver {
 public:
  explicit LoneDriver(const fs::path& icd) {
    std::string pattern = (fs::temp_directory_path() / "classay-driver-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error("cannot make a folder in " + fs::temp_directory_path().string());
    folder_ = pattern;
    fs::copy_file(icd, folder_ / icd.filename());
  }
  ~LoneDriver() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  LoneDriver(const LoneDriver&) = delete;
  LoneDriver& operator=(const LoneDriver&) = delete;
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

// Each driver alone. Addresses are left out: they count over all drivers.
Json one_by_one(const BackendEntry& opencl, std::chrono::seconds timeout) {
  Json all = Json::array();
  std::error_code error;
  std::vector<fs::path> drivers;
  for (const auto& entry : fs::directory_iterator(vendors_folder(), error)) {
    if (entry.path().extension() == ".icd") drivers.push_back(entry.path());
  }
  std::ranges::sort(drivers);
  for (const fs::path& icd : drivers) {
    const LoneDriver alone(icd);
    const DeviceList list =
        ask_devices(Machine::here(own_program()), opencl, "", timeout, {"OCL_ICD_VENDORS=" + alone.folder().string()});
    const std::string wrong = list.misfortune.empty() ? list.error : list.misfortune;
    if (!wrong.empty()) all.push_back({{"backend", opencl.name}, {"unusable", icd.filename().string()}, {"why", wrong}});
    for (Json device : list.devices) {
      device["address"] = "-";
      all.push_back(std::move(device));
    }
  }
  return all;
}

std::string shown(const Json& device, const Terminal& out) {
  if (!device.contains("unusable")) return description(device);
  return fmt::format("-    {}  {}\n", out.paint(Style::bad, "unusable"),
                     visible(device.value("unusable", "") + ": " + device.value("why", "")));
}

// What can be told of a back end. What it has not is told on standard error, and is no fault of the others.
Json devices_told(const BackendEntry& backend, std::chrono::seconds timeout, const Streams& streams) {
  const DeviceList list = ask_devices(Machine::here(own_program()), backend, "", timeout);
  if (!list.error.empty()) streams.err.write("classay: " + visible(list.error) + "\n");
  if (list.misfortune.empty()) return list.devices;
  if (!backend.prefix.empty()) {
    return {{{"backend", backend.name}, {"unusable", backend.title}, {"why", list.misfortune}}};
  }
  streams.err.write(
      fmt::format("classay: listing all drivers at once failed ({}); asking them one by one\n", visible(list.misfortune)));
  streams.err.flush();
  return one_by_one(backend, timeout);
}

}  // namespace

ExitCode devices_command(const DevicesOptions& options, const Streams& streams) {
  const std::chrono::seconds timeout(options.timeout);
  bool any = false;
  for (const BackendEntry& backend : backend_table()) {
    if (!backend.is_listed) continue;  // it has those that somebody names
    for (const Json& device : devices_told(backend, timeout, streams)) {
      any = any || !device.contains("unusable");
      streams.out.write(options.json ? json_line(device) : shown(device, streams.out));
    }
    streams.out.flush();
  }
  return any ? ExitCode::promised : ExitCode::unusable;
}

}  // namespace classay
