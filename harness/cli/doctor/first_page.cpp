#include "harness/cli/doctor/first_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/cli/doctor/findings.h"
#include "harness/cli/doctor/hardware.h"
#include "harness/cli/doctor/print.h"
#include "harness/device/registry.h"
#include "harness/text/visible.h"

namespace classay::doctor {
namespace {

bool is_gpu(const Json& device) { return device.value("device_type", "") == "gpu"; }

// A Vulkan device without clspv is listed but cannot run. The address "-" marks a driver that was listed alone.
bool can_run(const Json& device) {
  const bool takes_programs = device.value("has_compiler", true) || !device.value("il_versions", Json::array()).empty();
  return takes_programs && device.value("address", "-") != "-";
}

struct Found {
  std::vector<Json> devices;  // GPUs first
  std::vector<std::string> failing;
};

Found found_in(const Listings& listings) {
  Found found;
  for (const auto& [title, of] :
       {std::pair{"OpenCL", &listings.opencl}, {"Level Zero", &listings.level_zero}, {"Vulkan", &listings.vulkan}}) {
    for (const Json& d : of->devices) {
      if (d.contains("unusable")) {
        found.failing.push_back(d.value("unusable", "") + ": " + d.value("why", ""));
      } else {
        found.devices.push_back(d);
      }
    }
    if (!of->failure.empty()) found.failing.push_back(std::string(title) + ": " + of->failure);
  }
  std::stable_partition(found.devices.begin(), found.devices.end(),
                        is_gpu);  // clang 14 compiles no ranges::stable_partition
  return found;
}

// GPUs come before CPUs, and devices that accept programs before those that do not.
const Json* device_to_try(const std::vector<Json>& devices) {
  const auto at = std::ranges::find_if(devices, can_run);
  return at == devices.end() ? nullptr : &*at;
}

std::string devices_text(const std::vector<Json>& devices) {
  std::string text = "Devices\n";
  for (const Json& d : devices) {
    const bool lacks_clspv = backend_named(d.value("backend", "")).front_end == FrontEnd::clspv && !can_run(d);
    text += "  " + visible(device_line(d)) + (lacks_clspv ? "; needs clspv" : "") + "\n";
  }
  return text + "\n";
}

std::string install_text(const Hardware& hardware) {
  std::string text =
      "No device was found. classay tests devices that an installed OpenCL driver offers.\n\nInstall a driver\n";
  for (const unsigned vendor : {kNvidia, kAmd, kIntel}) {
    if (std::ranges::count(hardware.gpus, vendor, &Gpu::vendor) == 0) continue;
    text += fmt::format("  {:<10} {}\n", vendor_name(vendor) + " GPU", how_to_install(vendor));
  }
  return text + fmt::format("  {:<10} {}\n\n", "CPU", how_to_install(0));
}

// Returns the GPUs on the bus if no listed device is a GPU.
std::string missing_gpus(const std::vector<Json>& devices, const Hardware& hardware) {
  if (std::ranges::any_of(devices, is_gpu)) return "";
  for (const Gpu& g : hardware.gpus) {
    const std::string vendor = vendor_name(g.vendor);
    if (!vendor.empty()) {
      return fmt::format("This machine has a GPU ({}) that no driver offers. `classay doctor` explains why.\n\n", vendor);
    }
  }
  return "";
}

}  // namespace

FirstPage first_page(const Listings& listings, const Hardware& hardware, const std::string& out) {
  const Found found = found_in(listings);
  FirstPage page{.text = "classay tests the arithmetic of OpenCL devices against the OpenCL specifications.\n\n",
                 .has_device = !found.devices.empty()};
  page.text += page.has_device ? devices_text(found.devices) : install_text(hardware);
  if (!found.failing.empty()) {
    page.text += "Drivers that fail (`classay doctor` explains)\n";
    for (const std::string& f : found.failing) page.text += "  " + visible(f) + "\n";
    page.text += "\n";
  }
  page.text += missing_gpus(found.devices, hardware);
  const Json* device = device_to_try(found.devices);
  page.text += "Try next\n  ";
  page.text += device == nullptr ? "classay doctor"
                                 : fmt::format("classay run --device {} --tier smoke --time-budget 2m --out {}",
                                               device->value("address", ""), out);
  page.text += "\n\nAll commands: classay --help";
  page.text += device == nullptr ? "\n" : ". A device is missing: classay doctor\n";
  return page;
}

}  // namespace classay::doctor
