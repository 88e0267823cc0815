// Modules of SPIR-V that a device has to take, by the document of its environment: those that declare a capability, and
// those of a version. What is required goes by what the device says of itself; that it takes them is tried.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "kernels/il/environment.h"

namespace classay {

// What the device says of itself, as the requirements have it.
il::Environment environment_of(const Description& device);

// Versions that it has to take and does not list, 10 of 1.0.
std::vector<int> missing_versions(const il::Environment& e);

struct TakenModule {
  bool is_required = false;
  std::optional<bool> says;    // does the driver list it? nullopt: it has no such query
  std::optional<bool> builds;  // nullopt: it was not tried, as it need not
  std::string why;             // of what does not build

  // It has to build, and a driver that lists what it has lists it.
  bool fails() const { return is_required && (builds == false || says == false); }
};

// Tries what is required. What Level Zero leaves to a flag is tried without it, too: the guide has such capabilities "for
// devices supporting" the flag, and an application finds out by no other way.
TakenModule taken(Device& device, const il::Requirement& r);
TakenModule taken_version(Device& device, int version);

// The answer of a child to kinds of measured cases (measured_case.h), "capability-Int64" or "version-1.0": {findings,
// module}, the module as to_json has it, or null where the device is not asked.
Json taken_of_kind(Device& device, std::string_view kind);

Json to_json(const TakenModule& t);
TakenModule taken_from(const Json& json);  // throws Json::exception

}  // namespace classay
