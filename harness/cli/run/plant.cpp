#include "harness/cli/run/plant.h"

#include <fmt/format.h>

#include "harness/device/registry.h"
#include "harness/process/interrupts.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"
#include "tools/inject/corpus.h"

namespace classay {

Planted::Planted(const planted::Plant& plant)
    : planting(plant), described{.name = plant.name, .wrong = plant.wrong, .hash = planting.hash()} {
  take_along(planting.file());
}

Planted::~Planted() { take_along({}); }

std::unique_ptr<Planted> planted_by(const RunOptions& options) {
  if (options.plant.empty()) return nullptr;
  if (!options.baseline.empty())
    throw UsageError("--inject and --baseline cannot be used together: a baseline describes the device without defects");
  return std::make_unique<Planted>(planted::plant_named(planted::corpus(), options.plant));
}

bool is_before_driver(const RunOptions& options, const Planted* planted, const DeviceIdentity& device,
                      const Streams& streams) {
  if (options.plant.empty() || !options.program.empty()) return true;
  const bool is_for_clspv = backend_named(device.backend).front_end == FrontEnd::clspv;
  if (is_for_clspv && planted != nullptr && planted->planting.changes_clspv()) return true;
  if (device.driver.ends_with(planted::planted_driver("", options.plant))) return true;
  streams.err.write(is_for_clspv ? "classay: nothing was planted: classay_plant_clspv is not next to the program\n"
                                 : "classay: nothing was planted: OpenCL as it is here loads no layers (OPENCL_LAYERS)\n");
  return false;
}

void tell_plant(const RunHeader& run, const Streams& streams) {
  if (!run.plant) return;
  streams.err.write(fmt::format("classay: INJECTED DEFECT {}: {}. The results do not describe the device\n",
                                visible(run.plant->name), visible(run.plant->wrong)));
  streams.err.flush();
}

}  // namespace classay
