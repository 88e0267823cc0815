// Runs with an injected defect: a layer in front of the drivers of all children changes their programs. The results prove
// nothing about the device.
#pragma once

#include <memory>

#include "harness/cli/commands.h"
#include "harness/journal/run_header.h"
#include "tools/inject/planting.h"

namespace classay {

// Injects a defect for its lifetime, and holds its description for the journal.
struct Planted {
  explicit Planted(const planted::Plant& plant);
  ~Planted();
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;
  planted::Planting planting;
  InjectedDefect described;
};

// nullptr: the options name no defect.
std::unique_ptr<Planted> planted_by(const RunOptions& options);

// Returns whether the layer is loaded; for Vulkan, whether the compiler's sources are changed. A loader without layers
// leaves the device unchanged, which is reported. (A stand-in has no loader.)
bool is_before_driver(const RunOptions& options, const Planted* planted, const DeviceIdentity& device,
                      const Streams& streams);

// Warns of the defect; call at the start and again at the end.
void tell_plant(const RunHeader& run, const Streams& streams);

}  // namespace classay
