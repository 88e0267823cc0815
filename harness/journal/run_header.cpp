#include "harness/journal/run_header.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/journal/fields.h"
#include "harness/text/visible.h"

namespace classay {

RunHeader run_header_from(const Json& json) { return read_fields<RunHeader>(json); }
DeviceIdentity device_identity_from(const Json& device) { return Codec<DeviceIdentity>::read(device); }

Json to_json(const RunHeader& header) { return write_fields(header); }
SharedJson shared_json(const RunHeader& header) { return shared(to_json(header)); }
SharedJson shared_json(const Build& build) { return shared(write_fields(build)); }
SharedJson shared_json(const HostIdentity& host) { return shared(write_fields(host)); }

std::string difference(const Suite& was, const Suite& is) {
  const std::vector<std::string> all = json_differences(write_fields(was), write_fields(is), {});
  return all.empty() ? "" : all.front();
}

namespace {

// Fields that depend on the machine: the device's place in the list, and its size. They do not make it a different device.
constexpr std::array<std::string_view, 4> kOfTheMachine{"address", "compute_units", "global_memory", "largest_allocation"};
constexpr std::string_view kFiles = "files";

}  // namespace

std::vector<std::string> json_differences(const Json& was, const Json& is, std::span<const std::string_view> but_for) {
  std::vector<std::string> keys;
  for (const Json* object : {&was, &is}) {
    for (const auto& [key, value] : object->items()) {
      const bool is_new = std::ranges::find(keys, key) == keys.end();
      if (is_new && std::ranges::find(but_for, key) == but_for.end()) keys.push_back(key);
    }
  }
  std::vector<std::string> differences;
  for (const std::string& key : keys) {
    const Json before = was.contains(key) ? was.at(key) : Json();
    const Json now = is.contains(key) ? is.at(key) : Json();
    if (before != now) differences.push_back(key + " was " + shortened(before) + " and is " + shortened(now));
  }
  return differences;
}

std::vector<std::string> device_differences(const Json& was, const Json& is) {
  std::vector<std::string_view> others(kOfTheMachine.begin(), kOfTheMachine.end());
  others.push_back(kFiles);
  std::vector<std::string> differences = json_differences(was, is, others);
  const auto files_of = [](const Json& device) { return device.value(kFiles, Json::object()); };
  for (const std::string& one : json_differences(files_of(was), files_of(is), {})) differences.push_back("the file " + one);
  return differences;
}

std::string covers_text(const RunHeader& run) {
  if (!run.covers) return "";
  if (run.covers->ranges.empty()) return "covers only the inputs of " + visible(run.covers->file);
  std::string ranges;
  for (const std::string& range : run.covers->ranges) ranges += (ranges.empty() ? "" : ", ") + range;
  return "covers only arguments in " + visible(ranges);
}

}  // namespace classay
