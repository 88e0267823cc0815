// `classay devices`: platforms and devices, each driver in a child process. The listing itself asks all drivers at once, as
// a program would; when that child does not come back with an answer, each driver is asked alone, so that the one that
// crashes or hangs is a line in the list and not its end.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/commands/commands.h"
#include "harness/commands/list/device_list.h"
#include "harness/commands/terminal/json_line.h"
#include "harness/devices/describe.h"
#include "harness/run/own_program.h"
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
Json one_by_one(std::chrono::seconds timeout) {
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
        ask_devices({own_program(), "list-devices"}, timeout, {"OCL_ICD_VENDORS=" + alone.folder().string()});
    const std::string wrong = list.misfortune.empty() ? list.error : list.misfortune;
    if (!wrong.empty()) all.push_back({{"unusable", icd.filename().string()}, {"why", wrong}});
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

}  // namespace

ExitCode devices_command(const DevicesOptions& options, const Streams& streams) {
  const std::chrono::seconds timeout(options.timeout);
  DeviceList list = ask_devices({own_program(), "list-devices"}, timeout);
  if (!list.misfortune.empty()) {
    streams.err.write(
        fmt::format("classay: listing all drivers at once failed ({}); asking them one by one\n", visible(list.misfortune)));
    streams.err.flush();
    list.devices = one_by_one(timeout);
  }
  bool usable = false;
  for (const Json& device : list.devices) {
    usable = usable || !device.contains("unusable");
    streams.out.write(options.json ? json_line(device) : shown(device, streams.out));
  }
  if (!list.error.empty()) streams.err.write("classay: " + visible(list.error) + "\n");
  return usable ? ExitCode::promised : ExitCode::unusable;
}

}  // namespace classay
