#include "harness/cli/doctor/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cli/doctor/hardware.h"
#include "harness/cli/doctor/library_trouble.h"
#include "harness/cli/list/device_list.h"
#include "harness/cli/terminal/lines.h"
#include "harness/device/called.h"
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

}  // namespace classay::doctor
