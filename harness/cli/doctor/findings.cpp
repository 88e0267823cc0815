#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>

#include "harness/cli/doctor/doctor.h"
#include "harness/cli/doctor/facts.h"
#include "harness/cli/list/device_list.h"

namespace classay::doctor {
namespace {

constexpr std::array kVariables = std::to_array<Variable>({
    {Section::opencl, "CLASSAY_OPENCL", "names the OpenCL library to load"},
    {Section::opencl, "OCL_ICD_VENDORS", "replaces /etc/OpenCL/vendors"},
    {Section::opencl, "OPENCL_VENDOR_PATH", "replaces /etc/OpenCL/vendors, for ocl-icd"},
    {Section::opencl, "OCL_ICD_FILENAMES", "names more driver libraries, for the Khronos loader"},
    {Section::opencl, "OPENCL_LAYERS", "puts these libraries between program and drivers"},
    {Section::opencl, "LD_PRELOAD", "loads these libraries before all others"},
    {Section::opencl, "LD_LIBRARY_PATH", "is searched for libraries first"},
    {Section::opencl, "POCL_DEVICES", "selects PoCL's devices"},
    {Section::opencl, "RUSTICL_ENABLE", "selects the Mesa drivers that rusticl offers"},
    {Section::level_zero, "CLASSAY_LEVEL_ZERO", "names the Level Zero loader"},
    {Section::level_zero, "ZE_ENABLE_ALT_DRIVERS", "names the driver libraries to use"},
    {Section::level_zero, "ZE_AFFINITY_MASK", "selects Intel devices, also of OpenCL"},
    {Section::vulkan, "VK_DRIVER_FILES", "replaces the folders of drivers' manifests"},
    {Section::vulkan, "VK_ICD_FILENAMES", "replaces the folders of drivers' manifests"},
    {Section::vulkan, "VK_ADD_DRIVER_FILES", "names more manifests of drivers"},
    {Section::vulkan, "CLASSAY_CLSPV", "names the compiler clspv, or its library"},
    {Section::gpus, "CUDA_VISIBLE_DEVICES", "selects NVIDIA's GPUs"},
    {Section::gpus, "ROCR_VISIBLE_DEVICES", "selects AMD's GPUs"},
    {Section::gpus, "HIP_VISIBLE_DEVICES", "selects AMD's GPUs"},
    {Section::gpus, "GPU_DEVICE_ORDINAL", "selects AMD's GPUs"},
});

// Prefixes of finding ids, and words, of one interface.
struct Names {
  Section section;
  std::string loader;   // prefix of ids about the loader
  std::string file;     // about the file that names a driver's library
  std::string library;  // about that library
  std::string driver;   // about the loaded driver's behaviour
};

const Names kOpencl{.section = Section::opencl,
                    .loader = "opencl-loader",
                    .file = "icd-file",
                    .library = "icd-library",
                    .driver = "icd-driver"};
const Names kLevelZero{.section = Section::level_zero,
                       .loader = "level-zero-loader",
                       .file = "level-zero-file",
                       .library = "level-zero-library",
                       .driver = "level-zero-driver"};
const Names kVulkan{.section = Section::vulkan,
                    .loader = "vulkan-loader",
                    .file = "vulkan-manifest",
                    .library = "vulkan-library",
                    .driver = "vulkan-driver"};

bool is_set(const Facts& facts, const char* variable) { return facts.environment.contains(variable); }

bool has_known_gpu(const Facts& facts) {
  return std::ranges::any_of(facts.hardware.gpus, [](const Gpu& g) { return !vendor_name(g.vendor).empty(); });
}

void add_library(std::vector<Finding>& all, const Names& names, const std::string& prefix, const Library& library,
                 const std::string& source, Level level) {
  const LibraryTrouble trouble = trouble_of(library);
  if (trouble == LibraryTrouble::none) return;
  Explanation e = explained(library, source);
  all.push_back({.section = names.section,
                 .level = level,
                 .id = prefix + "-" + suffix(trouble),
                 .object = source,
                 .seen = std::move(e.seen),
                 .why = std::move(e.why),
                 .action = std::move(e.action)});
}

// The meaning of a missing loader, where the general explanation is not enough.
struct MissingLoader {
  Level level = Level::note;
  std::string why;
  std::string action;
};

void add_loader(std::vector<Finding>& all, const Names& names, const Library& loader, const std::string& source,
                const std::optional<MissingLoader>& missing) {
  const bool is_missing = missing && trouble_of(loader) == LibraryTrouble::missing;
  add_library(all, names, names.loader, loader, source, is_missing ? missing->level : Level::problem);
  if (!is_missing) return;
  all.back().why = missing->why;
  all.back().action = missing->action;
}

// Returns true if the file names a library.
bool add_file(std::vector<Finding>& all, const Names& names, const Driver& driver) {
  const auto add = [&](const char* what, std::string seen, std::string action) {
    all.push_back({.section = names.section,
                   .id = names.file + what,
                   .object = driver.source,
                   .seen = std::move(seen),
                   .why = "the file names a driver's library; the loader skips the driver without a message",
                   .action = std::move(action)});
    return false;
  };
  if (driver.is_missing) {
    return add("-missing", "the file does not exist", "correct the environment variable that names it, or unset it");
  }
  if (driver.is_empty) return add("-empty", "the file is empty", "install the driver again, or delete the file");
  if (driver.trouble.empty()) return true;
  if (driver.library.name.empty() && driver.trouble.starts_with("[json")) {
    return add("-invalid", "the file is not a driver's manifest: " + driver.trouble,
               "install the driver again, or delete the file");
  }
  return add("-unreadable", "the file cannot be read: " + driver.trouble,
             fmt::format("make it readable for all users: sudo chmod a+r {}", driver.source));
}

void add_failed_listing(std::vector<Finding>& all, const Names& names, const std::string& object, const Listing& listing) {
  if (listing.failure.empty()) return;
  all.push_back({.section = names.section,
                 .id = names.driver + (listing.hangs ? "-hangs" : "-crashes"),
                 .object = object,
                 .seen = fmt::format("listing its devices {}: {}", listing.hangs ? "does not end" : "ends the process",
                                     listing.failure),
                 .why = "the loader loads all drivers into one process, so the other drivers cannot be used either",
                 .action = fmt::format("update or remove the driver; without {} the loader leaves it out", object)});
}

void add_unusable_devices(std::vector<Finding>& all, const Names& names, const std::string& object, const Json& devices) {
  for (const Json& d : unusable(devices)) {
    all.push_back({.section = names.section,
                   .id = names.driver + "-reports-errors",
                   .object = object,
                   .seen = fmt::format("{}: {}", d.value("unusable", ""), d.value("why", "")),
                   .why = "the driver returns an error where it should describe its devices",
                   .action = "look for the driver's messages in `dmesg`; update the driver; check the GPU's section below"});
  }
}

// A driver without a device is not a problem: its GPU may not be in this machine.
void add_no_devices(std::vector<Finding>& all, const Facts& facts, const Driver& driver) {
  const std::string library = lower(driver.library.name);
  const unsigned vendor = vendor_of_driver(library);
  const bool is_for_hardware = vendor != 0;
  const bool is_rusticl = library.find("rusticl") != std::string::npos;
  const bool is_wanted = (is_for_hardware && has_gpu_of(facts, vendor)) || usable_devices(facts.opencl).empty();
  std::string action = "nothing, if the machine has no such device; if it has one, update the driver";
  if (is_for_hardware && has_gpu_of(facts, vendor)) action = "see the section on GPUs below";
  if (is_rusticl) action = "set RUSTICL_ENABLE to the Mesa driver to use, such as radeonsi, iris or llvmpipe";
  if (is_set(facts, "POCL_DEVICES") && library.find("pocl") != std::string::npos) {
    action = "unset POCL_DEVICES, or correct it";
  }
  all.push_back({.section = Section::opencl,
                 .level = is_wanted ? Level::problem : Level::note,
                 .id = "icd-driver-without-devices",
                 .object = driver.source,
                 .seen = fmt::format("{} loads, but lists no device", driver.library.name),
                 .why = is_rusticl ? "rusticl offers only the devices that RUSTICL_ENABLE names"
                                   : "the driver finds no hardware that it supports, or may not use it",
                 .action = std::move(action)});
}

void add_drivers(std::vector<Finding>& all, const Names& names, const Interface& of) {
  const bool has_devices = !usable_devices(of).empty();
  const std::size_t before = all.size();
  for (const Driver& driver : of.drivers) {
    if (driver.is_for_32_bits || !add_file(all, names, driver)) continue;
    // 32-bit drivers are installed next to the 64-bit ones, for games.
    const bool is_other_class = trouble_of(driver.library) == LibraryTrouble::wrong_class;
    add_library(all, names, names.library, driver.library, driver.source,
                is_other_class && has_devices ? Level::note : Level::problem);
    if (!driver.was_listed_alone) continue;
    add_failed_listing(all, names, driver.source, driver.alone);
    add_unusable_devices(all, names, driver.source, driver.alone.devices);
  }
  if (of.listing.failure.empty()) {
    const bool is_reported = std::ranges::any_of(of.drivers, &Driver::was_listed_alone);
    if (!is_reported) add_unusable_devices(all, names, std::string(title(names.section)), of.listing.devices);
    return;
  }
  const bool is_explained = std::any_of(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(), [](const Finding& f) {
    return f.id.ends_with("-crashes") || f.id.ends_with("-hangs");
  });
  if (!is_explained) add_failed_listing(all, names, std::string(title(names.section)), of.listing);
}

void add_no_driver(std::vector<Finding>& all, const Interface& of) {
  const std::string& variable = of.folder_variable;
  if (!variable.empty()) {
    if (!of.has_folder) return;  // has its own finding
    all.push_back({.section = Section::opencl,
                   .id = "opencl-no-driver",
                   .object = variable,
                   .seen = fmt::format("{} has no .icd file", of.folder),
                   .why = "the variable replaces /etc/OpenCL/vendors, so the loader finds no driver",
                   .action = fmt::format("unset {}, or put the drivers' .icd files into the folder", variable)});
    return;
  }
  all.push_back({.section = Section::opencl,
                 .id = "opencl-no-driver",
                 .object = of.folder,
                 .seen = of.has_folder ? "the folder has no .icd file" : "the folder does not exist",
                 .why = "each OpenCL driver installs an .icd file there; the loader finds drivers by it",
                 .action = "install a driver; for the CPU: " + how_to_install(0)});
}

void add_opencl(std::vector<Finding>& all, const Facts& facts) {
  const Interface& of = facts.opencl;
  const bool is_named = is_set(facts, "CLASSAY_OPENCL");
  add_loader(all, kOpencl, of.loader, is_named ? "CLASSAY_OPENCL" : "the OpenCL loader",
             MissingLoader{.level = Level::problem,
                           .why = "programs reach every OpenCL driver through this library",
                           .action = is_named ? "correct CLASSAY_OPENCL, or unset it"
                                              : "install it: package ocl-icd-libopencl1 (Debian, Ubuntu) or ocl-icd "
                                                "(Fedora, Arch)"});
  if (of.ignores_folder) {
    all.push_back({.section = Section::opencl,
                   .level = of.folder_variable.empty() ? Level::note : Level::problem,
                   .id = "opencl-loader-ignores-vendors",
                   .object = of.loader.path,
                   .seen = "the loader lists devices although OCL_ICD_VENDORS names an empty folder",
                   .why = "drivers cannot be tried one by one, and a folder chosen with OCL_ICD_VENDORS has no effect",
                   .action = "use ocl-icd or the Khronos loader: CLASSAY_OPENCL names the file to load"});
  }
  if (is_set(facts, "OCL_ICD_FILENAMES") && of.loader.title == kOclIcd) {
    all.push_back({.section = Section::opencl,
                   .level = Level::note,
                   .id = "opencl-variable-without-effect",
                   .object = "OCL_ICD_FILENAMES",
                   .seen = "the loader is ocl-icd, which does not know this variable",
                   .why = "the driver libraries that it names are not loaded",
                   .action = "use the Khronos loader, or name the driver in an .icd file"});
  }
  if (!of.has_folder && !of.folder_variable.empty()) {
    all.push_back({.section = Section::opencl,
                   .id = "opencl-folder-missing",
                   .object = of.folder_variable,
                   .seen = fmt::format("{} does not exist", of.folder),
                   .why = "the variable replaces /etc/OpenCL/vendors, so the loader finds no driver",
                   .action = fmt::format("correct {}, or unset it", of.folder_variable)});
  }
  add_drivers(all, kOpencl, of);
  for (const Driver& layer : of.layers) {
    add_library(all, kOpencl, "opencl-layer", layer.library, layer.source, Level::problem);
  }
  for (const Driver& driver : of.drivers) {
    if (driver.was_listed_alone && driver.alone.failure.empty() && driver.alone.devices.empty()) {
      add_no_devices(all, facts, driver);
    }
  }
  if (of.drivers.empty() && usable_devices(of).empty()) add_no_driver(all, of);
}

void add_level_zero(std::vector<Finding>& all, const Facts& facts) {
  const Interface& of = facts.level_zero;
  const bool is_named = is_set(facts, "CLASSAY_LEVEL_ZERO");
  const bool is_missing = trouble_of(of.loader) == LibraryTrouble::missing;
  const bool has_intel_gpu = has_gpu_of(facts, kIntel);
  const MissingLoader missing{
      .why = "Intel GPUs can be reached through Level Zero in addition to OpenCL",
      .action = "to test through Level Zero, install the package libze1 (Debian, Ubuntu) or level-zero (Fedora)"};
  if (is_named) {
    add_loader(all, kLevelZero, of.loader, "CLASSAY_LEVEL_ZERO", std::nullopt);
  } else if (!is_missing || has_intel_gpu) {
    add_loader(all, kLevelZero, of.loader, "the Level Zero loader", missing);
  }
  add_drivers(all, kLevelZero, of);
  const bool has_driver = !of.drivers.empty() || !usable_devices(of).empty();
  if (of.loader.trial == Trial::loads && has_intel_gpu && !has_driver && of.listing.failure.empty()) {
    all.push_back(
        {.section = Section::level_zero,
         .level = Level::note,
         .id = "level-zero-no-driver",
         .object = "libze_intel_gpu.so.1",
         .seen = "the loader is installed, but no driver",
         .why = "Intel GPUs can be reached through Level Zero in addition to OpenCL",
         .action = "to test through Level Zero, install libze-intel-gpu1 or intel-level-zero-gpu (Debian, Ubuntu)"});
  }
}

void add_clspv(std::vector<Finding>& all, const Facts& facts) {
  if (facts.clspv.empty()) return;
  const bool is_named = is_set(facts, "CLASSAY_CLSPV");
  if (!is_named && usable_devices(facts.vulkan).empty()) return;
  all.push_back({.section = Section::vulkan,
                 .level = is_named ? Level::problem : Level::note,
                 .id = is_named ? "clspv-unusable" : "clspv-missing",
                 .object = is_named ? "CLASSAY_CLSPV" : "clspv",
                 .seen = facts.clspv,
                 .why = "Vulkan devices run OpenCL C only as clspv compiles it, so they are listed but cannot be tested",
                 .action = is_named ? "correct CLASSAY_CLSPV: the path of the program clspv, or of its library"
                                    : "to test through Vulkan, put clspv on PATH, or set CLASSAY_CLSPV to its path"});
}

void add_vulkan(std::vector<Finding>& all, const Facts& facts) {
  const Interface& of = facts.vulkan;
  const bool is_missing = trouble_of(of.loader) == LibraryTrouble::missing;
  if (!is_missing || has_known_gpu(facts)) {
    add_loader(all, kVulkan, of.loader, "the Vulkan loader",
               MissingLoader{.why = "GPUs can be reached through Vulkan in addition to OpenCL",
                             .action = "to test through Vulkan, install the package libvulkan1 (Debian, Ubuntu) or "
                                       "vulkan-loader (Fedora)"});
  }
  add_drivers(all, kVulkan, of);
  if (of.loader.trial == Trial::loads && of.drivers.empty() && has_known_gpu(facts)) {
    all.push_back({.section = Section::vulkan,
                   .level = Level::note,
                   .id = "vulkan-no-driver",
                   .object = "/usr/share/vulkan/icd.d",
                   .seen = "no driver's manifest (.json) is installed",
                   .why = "GPUs can be reached through Vulkan in addition to OpenCL",
                   .action = "to test through Vulkan, install mesa-vulkan-drivers, or the GPU vendor's driver"});
  }
  add_clspv(all, facts);
}

}  // namespace

std::span<const Variable> variables() { return kVariables; }

std::string_view title(Section section) {
  switch (section) {
    case Section::opencl: return "OpenCL";
    case Section::level_zero: return "Level Zero";
    case Section::vulkan: return "Vulkan";
    case Section::gpus: return "GPUs";
  }
  return "";
}

std::string_view key(Section section) {
  switch (section) {
    case Section::opencl: return "opencl";
    case Section::level_zero: return "level-zero";
    case Section::vulkan: return "vulkan";
    case Section::gpus: return "gpus";
  }
  return "";
}

std::vector<Json> usable_devices(const Interface& of) {
  std::vector<Json> all;
  const auto add = [&](const Json& devices) { std::ranges::copy(usable(devices), std::back_inserter(all)); };
  add(of.listing.devices);
  if (!of.listing.failure.empty()) {
    for (const Driver& driver : of.drivers) add(driver.alone.devices);
  }
  return all;
}

bool has_gpu_of(const Facts& facts, unsigned vendor) {
  return std::ranges::any_of(facts.hardware.gpus, [&](const Gpu& g) { return g.vendor == vendor; });
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

unsigned vendor_of_driver(const std::string& library) {
  const std::string name = lower(library);
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  if (has("nvidia")) return kNvidia;
  if (has("amdocl") || has("rocm")) return kAmd;
  return has("igdrcl") ? kIntel : 0;
}

std::string how_to_install(unsigned vendor) {
  switch (vendor) {
    case kNvidia: return "package nvidia-opencl-icd (Debian), or the NVIDIA driver of the distribution (nvidia-driver-...)";
    case kAmd: return "ROCm's package rocm-opencl-runtime, or mesa-opencl-icd with RUSTICL_ENABLE=radeonsi";
    case kIntel: return "package intel-opencl-icd (Debian, Ubuntu) or intel-compute-runtime (Fedora, Arch)";
    default: return "package pocl-opencl-icd (Debian, Ubuntu) or pocl (Fedora, Arch)";
  }
}

void add_interface_findings(std::vector<Finding>& all, const Facts& facts) {
  add_opencl(all, facts);
  add_level_zero(all, facts);
  add_vulkan(all, facts);
}

std::vector<Finding> findings(const Facts& facts) {
  std::vector<Finding> all;
  add_interface_findings(all, facts);
  add_gpu_findings(all, facts);
  return all;
}

}  // namespace classay::doctor
