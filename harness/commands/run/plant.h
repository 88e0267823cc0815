// A run with a planted defect: it is before the drivers of all children, and what the run finds says nothing of the device.
#pragma once

#include <memory>

#include "harness/commands/commands.h"
#include "harness/journal/journal.h"
#include "harness/planted/planting.h"

namespace classay {

// A defect before the drivers, while this lives, and what a journal says of it.
struct Planted {
  explicit Planted(const planted::Plant& plant);
  ~Planted();
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;
  planted::Planting planting;
  Json json;
};

// nullptr: the options name none.
std::unique_ptr<Planted> planted_by(const RunOptions& options);

// A loader that does not load layers leaves the device as it is, which is told. (A stand-in has none.)
bool is_before_driver(const RunOptions& options, const Json& device, const Streams& streams);

// First of all, and in the end once more. `run`: the first line of the journal.
void tell_plant(const Json& run, const Streams& streams);

}  // namespace classay
