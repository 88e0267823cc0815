// Tests which SPIR-V modules a device takes, as its environment specification requires: modules that declare a capability,
// and modules of a version. The requirements depend on the device's report; the probe builds each required module.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "kernels/il/environment.h"

namespace classay {

// Returns the device's reported properties in the terms of the requirements.
il::Environment environment_of(const Description& device);

// Returns the versions that it must support and does not list; 10 is 1.0.
std::vector<int> missing_versions(const il::Environment& e);

struct TakenModule {
  bool is_required = false;
  std::optional<bool> says;    // whether the driver lists it; nullopt: it does not support the query
  std::optional<bool> builds;  // nullopt: not tried, because it is not required
  std::string why;             // why it does not build

  // A required module must build, and must be listed by a driver that supports the query.
  bool fails() const { return is_required && (builds == false || says == false); }
};

// Tries what is required. For Level Zero, it also tries capabilities that depend on a flag when the flag is missing. The
// guide lists them "for devices supporting" the flag, and applications have no other way to find out.
TakenModule taken(Device& device, const il::Requirement& r);
TakenModule taken_version(Device& device, int version);

// A finding of the probe has the module as its data in this form, if the device was tested.
Json to_json(const TakenModule& t);
TakenModule taken_from(const Json& json);  // throws Json::exception

}  // namespace classay
