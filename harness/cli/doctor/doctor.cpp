#include "harness/cli/doctor/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/doctor/facts.h"
#include "harness/cli/list/device_list.h"
#include "harness/cli/run/pages.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/device_name.h"
#include "harness/device/registry.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay::doctor {
namespace {

class Page {
 public:
  explicit Page(Terminal& out) : out_(out) {}
  void heading(std::string_view text) { out_.write(out_.paint(Style::strong, text) + "\n"); }
  void line(std::string_view name, const std::string& text) { out_.write(fmt::format("  {:<9}{}\n", name, visible(text))); }
  void finding(const Finding& f) {
    const bool is_problem = f.level == Level::problem;
    const std::string level = fmt::format("{:<9}", is_problem ? "problem" : "note");
    out_.write("  " + out_.paint(is_problem ? Style::bad : Style::warning, level) + f.id + "  " + visible(f.object) + "\n");
    for (const auto& [name, text] : {std::pair{"seen", &f.seen}, {"why", &f.why}, {"do", &f.action}}) {
      out_.write(fmt::format("           {:<5}{}\n", name, visible(*text)));
    }
  }

 private:
  Terminal& out_;
};

std::string counted(std::size_t count, const char* one) {
  if (count == 0) return fmt::format("no {}s", one);
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string loader_text(const Library& loader) {
  if (loader.trial != Trial::loads) return trouble_of(loader) == LibraryTrouble::missing ? "not installed" : loader.reason;
  const std::string title = loader.title.empty() ? "" : " (" + loader.title + ")";
  if (loader.is_preloaded) return loader.path + ", preloaded";
  return loader.path.empty() ? loader.name + title : loader.path + title;
}

std::string driver_text(const Driver& driver) {
  const LibraryTrouble trouble = trouble_of(driver.library);
  const std::string& name = driver.library.path.empty() ? driver.library.name : driver.library.path;
  std::string text = driver.source.empty() ? name : driver.source + ": " + name;
  if (driver.is_for_32_bits) return text + ", for 32-bit programs";
  if (!driver.trouble.empty() || driver.is_empty) return driver.source + ": see below";
  if (trouble != LibraryTrouble::none) return text + ": see below";
  if (!driver.was_listed_alone) return text;
  return text + ", " + counted(usable(driver.alone.devices).size(), "device");
}

std::string vendor_text(unsigned vendor) {
  const std::string name = vendor_name(vendor);
  return name.empty() ? "vendor" : name;
}

void print_gpus(Page& page, const Hardware& hardware) {
  for (const Gpu& g : hardware.gpus) {
    page.line("gpu", fmt::format("{}  {} {:04x}:{:04x}, kernel driver {}", g.address, vendor_text(g.vendor), g.vendor,
                                 g.device, g.kernel_driver.empty() ? "none" : g.kernel_driver));
  }
  if (hardware.gpus.empty()) page.line("gpu", "none on the PCI bus");
  for (const Node& n : hardware.nodes) {
    page.line("node", fmt::format("{}, group {}, {}", n.path, n.group, n.is_accessible ? "accessible" : "not accessible"));
  }
  if (!hardware.modules.empty()) {
    std::string all;
    for (const std::string& m : hardware.modules) all += (all.empty() ? "" : ", ") + m;
    page.line("modules", all);
  }
  if (!hardware.container.empty()) page.line("inside", "a container (" + hardware.container + ")");
}

void print_interface(Page& page, const Interface& of) {
  page.line("loader", loader_text(of.loader));
  for (const Driver& driver : of.drivers) page.line("driver", driver_text(driver));
  for (const Driver& layer : of.layers) page.line("layer", driver_text(layer));
  for (const Json& d : usable_devices(of)) page.line("device", device_line(d));
}

const Interface* interface_of(const Facts& facts, Section section) {
  switch (section) {
    case Section::opencl: return &facts.opencl;
    case Section::level_zero: return &facts.level_zero;
    case Section::vulkan: return &facts.vulkan;
    case Section::gpus: return nullptr;
  }
  return nullptr;
}

std::size_t count_of(std::span<const Finding> findings, Level level) {
  return static_cast<std::size_t>(std::ranges::count(findings, level, &Finding::level));
}

}  // namespace

std::string device_line(const Json& device) {
  const auto text = [&](const char* key) { return device.value(key, std::string()); };
  const std::string type = text("device_type");
  return fmt::format("{:<5} {:<4} {}", text("address"), type.empty() ? "-" : type,
                     shown_name(text("name"), text("platform")));
}

std::vector<Json> usable_devices(const Facts& facts) {
  std::vector<Json> all;
  for (const Interface* of : {&facts.opencl, &facts.level_zero, &facts.vulkan}) {
    std::ranges::copy(usable_devices(*of), std::back_inserter(all));
  }
  return all;
}

void print_text(Terminal& out, const Facts& facts, std::span<const Finding> findings) {
  Page page(out);
  for (const Section section : kSections) {
    page.heading(title(section));
    for (const Variable& v : variables()) {
      const auto set = facts.environment.find(v.name);
      if (v.section == section && set != facts.environment.end()) {
        page.line("variable", fmt::format("{}={} {}", set->first, set->second, v.effect));
      }
    }
    if (const Interface* of = interface_of(facts, section)) {
      print_interface(page, *of);
    } else {
      print_gpus(page, facts.hardware);
    }
    for (const Finding& f : findings) {
      if (f.section == section) page.finding(f);
    }
    out.write("\n");
  }
  const std::size_t usable = usable_devices(facts).size();
  const std::size_t notes = count_of(findings, Level::note);
  out.write(fmt::format("{}, {}{}\n", counted(usable, "usable device"),
                        counted(count_of(findings, Level::problem), "problem"),
                        notes == 0 ? "" : ", " + counted(notes, "note")));
}

void print_json(Terminal& out, const Facts& facts, std::span<const Finding> findings) {
  for (Json device : usable_devices(facts)) {
    Json line{{"kind", "device"}};
    for (const char* key : {"backend", "address", "device_type", "short_name", "name", "platform", "driver"}) {
      if (device.contains(key)) line[key] = device[key];
    }
    out.write(json_line(line));
  }
  for (const Finding& f : findings) {
    out.write(json_line({{"kind", "finding"},
                         {"interface", key(f.section)},
                         {"id", f.id},
                         {"level", f.level == Level::problem ? "problem" : "note"},
                         {"object", f.object},
                         {"seen", f.seen},
                         {"why", f.why},
                         {"do", f.action}}));
  }
  out.write(json_line({{"kind", "summary"},
                       {"usable_devices", usable_devices(facts).size()},
                       {"problems", count_of(findings, Level::problem)},
                       {"notes", count_of(findings, Level::note)}}));
}

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

namespace classay {

// `classay doctor` explains why a device is missing; `classay` without arguments shows the devices and the next command.

ExitCode doctor_command(const DoctorOptions& options, const Streams& streams) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(options.root, unknown)) {
    throw UsageError(fmt::format("--root: {} is not a folder; name a folder that has etc, dev and sys", options.root));
  }
  const doctor::Facts facts = doctor::collected({.root = options.root, .timeout = options.timeout});
  const std::vector<doctor::Finding> found = doctor::findings(facts);
  options.json ? doctor::print_json(streams.out, facts, found) : doctor::print_text(streams.out, facts, found);
  return doctor::usable_devices(facts).empty() ? ExitCode::unusable : ExitCode::promised;
}

ExitCode first_page_command(const Streams& streams) {
  const doctor::Scope scope;
  const doctor::FirstPage page =
      doctor::first_page(doctor::listings(scope), doctor::hardware_under(scope.root), free_folder("first"));
  streams.out.write(page.text);
  return page.has_device ? ExitCode::promised : ExitCode::unusable;
}

}  // namespace classay
