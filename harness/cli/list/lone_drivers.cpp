#include "harness/cli/list/lone_drivers.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/list/device_list.h"
#include "harness/process/host.h"
#include "harness/process/own_program.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kOpencl = "opencl";  // its name in the registry

// A folder with one driver, for the ICD loader of a child.
class LoneDriver {
 public:
  explicit LoneDriver(const fs::path& icd) : folder_(new_temporary_folder("classay-driver-")) {
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

}  // namespace

fs::path vendors_folder() {
  const char* set = std::getenv("OCL_ICD_VENDORS");
  return set != nullptr && *set != '\0' ? set : "/etc/OpenCL/vendors";
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view extension) {
  std::error_code unreadable;
  std::vector<fs::path> all;
  for (fs::directory_iterator at(folder, unreadable), end; !unreadable && at != end; at.increment(unreadable)) {
    if (at->path().extension() == extension) all.push_back(at->path());
  }
  std::ranges::sort(all);
  return all;
}

DeviceList listed_alone(const fs::path& icd, std::chrono::seconds timeout) {
  const LoneDriver alone(icd);
  return ask_devices(Machine::here(own_program()), backend_named(kOpencl), "", timeout,
                     {"OCL_ICD_VENDORS=" + alone.folder().string()});
}

Json listed_one_by_one(std::chrono::seconds timeout) {
  Json all = Json::array();
  for (const fs::path& icd : files_in(vendors_folder(), ".icd")) {
    const DeviceList list = listed_alone(icd, timeout);
    const std::string wrong = list.misfortune.empty() ? list.error : list.misfortune;
    if (!wrong.empty()) all.push_back({{"backend", kOpencl}, {"unusable", icd.filename().string()}, {"why", wrong}});
    for (Json device : list.devices) {
      device["address"] = "-";
      all.push_back(std::move(device));
    }
  }
  return all;
}

}  // namespace classay
