// The ways to devices: one table, a line for each back end, and a back end that is all of them.
//
// An address has the prefix of its back end (ze:0:0); one without is of the first, OpenCL (0:0). So a name may have one
// (ze:Arc); without, it is looked for in the back ends one after the other, and the first that has such a device is meant:
// what a word means does not change when a driver of another kind is installed.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/devices/backend.h"

namespace classay {

struct BackendEntry {
  std::string_view name;               // in journals; also before an address: opencl:1:0
  std::string_view prefix;             // of its devices' addresses, with the colon; the first has none
  std::string_view title;              // for people
  std::string_view setup;              // what brings what is missing; empty: its own errors say so
  bool is_listed = true;               // its devices are those that it lists; where they are not, any address may be one
  bool reduces = false;                // its launches may have a reduction (backend.h)
  FrontEnd front_end = FrontEnd::clc;  // in which its devices are asked where nobody says
  std::unique_ptr<Backend> (*make)() = nullptr;
};
std::span<const BackendEntry> backend_table();
const BackendEntry& backend_named(std::string_view name);  // the first, where there is none of the name

// What --device says: a back end, where it names one, and an address, a type (gpu, cpu, accelerator) or a name. Empty: the
// first GPU, or the first device where there is none.
struct Wanted {
  const BackendEntry* backend = nullptr;
  std::string device;
};
Wanted wanted_from(std::string_view text);

// The back ends that it may mean, in the order in which they are asked.
std::vector<const BackendEntry*> may_mean(const Wanted& wanted);

// Those of the devices that it means: the one with such an address, the first of such a type, or all that are called so most
// closely.
std::vector<Identity> meant(const Wanted& wanted, const std::vector<Identity>& all);

// Is it a word that selects a device by its type, such as gpu?
bool is_device_type(std::string_view device);

// Devices as a list tells of them to one who has to choose: a line each.
std::string choices(const std::vector<Identity>& all);

// All devices of a back end, or, where it lists none, the one with this address.
std::vector<Description> devices_of(const BackendEntry& backend, const std::string& device);

// All of them as one. open() takes what --device does, and loads the drivers of no more back ends than it has to.
std::unique_ptr<Backend> all_backends();

}  // namespace classay
