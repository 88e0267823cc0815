// Lists all back ends in one table, and combines them into one back end.
//
// An address has the prefix of its back end (ze:0:0); without a prefix it belongs to the first, OpenCL (0:0). A name may
// have a prefix too (ze:Arc). Without one, the back ends are searched in order, and the first with such a device wins:
// installing another kind of driver does not change the meaning of a name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "kernels/il/environment.h"

namespace classay {

// The edition that promises the results of a front end, from this version of the device's environment on.
struct Follows {
  FrontEnd front_end;
  Version from;
  Edition edition;
};

struct BackendEntry {
  std::string_view name;               // in journals; also before an address: opencl:1:0
  std::string_view prefix;             // of its devices' addresses, with the colon; empty for the first
  std::string_view title;              // for people
  std::string_view setup;              // how to install what is missing; empty: its own errors contain this
  bool is_listed = true;               // lists its devices; false: any address may be a device
  bool reduces = false;                // its launches may have a reduction (backend.h)
  FrontEnd front_end = FrontEnd::clc;  // default front end for its devices
  std::span<const Follows> follows;    // ascending by version
  il::Rules il_rules = il::Rules::opencl;
  std::unique_ptr<Backend> (*make)() = nullptr;
};
std::span<const BackendEntry> backend_table();

// The back ends of APIs, one per folder; each lists its devices. library/backend.h has the back end of math libraries.
std::unique_ptr<Backend> level_zero_backend();  // for the devices that its loader lists: ze:DRIVER:DEVICE, such as ze:0:0
std::unique_ptr<Backend> opencl_backend();      // for those that an ICD loader lists: PLATFORM:DEVICE, such as 0:0
std::unique_ptr<Backend> vulkan_backend();      // takes OpenCL C that clspv has compiled

// Returns the first, OpenCL, for no name, as in journals before 1.3, and for an unknown one.
const BackendEntry& backend_named(std::string_view name);

// Returns the edition that a device follows. An unknown version counts as the newest; without a specification it is that of
// OpenCL C. (A specification has tables for both profiles.)
Edition edition_for(const BackendEntry& backend, FrontEnd f, const Version& environment);
// Returns whether a specification covers this front end of the back end.
bool follows(const BackendEntry& backend, FrontEnd f);

// A parsed --device: a back end, if named, and an address, a type (gpu, cpu, accelerator) or a name. An empty device means
// the first GPU, or the first device without a GPU.
struct Wanted {
  const BackendEntry* backend = nullptr;
  std::string device;
};
Wanted wanted_from(std::string_view text);

// Returns the back ends that it may refer to, in search order.
std::vector<const BackendEntry*> may_mean(const Wanted& wanted);

// Returns the devices that it selects: the one with such an address, the first of such a type, or all with the closest name.
std::vector<Identity> meant(const Wanted& wanted, const std::vector<Identity>& all);

// Returns the value of --device that selects it in printed commands: its name, which does not depend on the machine, or its
// address if its back end lists no devices.
std::string device_word(const Identity& device);

bool is_device_type(std::string_view device);

// Returns a list of devices to choose from, one per line.
std::string choices(const std::vector<Identity>& all);

// Returns all devices of a back end or, if it lists none, the one with this address.
std::vector<Description> devices_of(const BackendEntry& backend, const std::string& device);

// Combines all back ends. open() takes a value of --device, and loads the drivers of as few back ends as possible.
std::unique_ptr<Backend> all_backends();

}  // namespace classay
