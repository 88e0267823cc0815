#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include "harness/cli/child_commands/children.h"
#include "harness/cli/doctor/doctor.h"
#include "harness/cli/doctor/facts.h"
#include "harness/cli/list/device_list.h"
#include "harness/device/backend.h"
#include "harness/device/vulkan/clspv.h"
#include "harness/process/host.h"
#include "harness/process/own_program.h"
#include "harness/text/visible.h"

namespace classay::doctor {
namespace {

namespace fs = std::filesystem;

// Empty: the variable is not set, or is empty.
std::string variable(std::string_view name) {
  const char* const set = std::getenv(std::string(name).c_str());
  return set == nullptr ? "" : set;
}

std::vector<std::string> parts(const std::string& text, char separator) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string part; std::getline(in, part, separator);) {
    if (!part.empty()) all.push_back(part);
  }
  return all;
}

Listing listing_from(const DeviceList& list) {
  return {.devices = *list.devices, .error = list.error, .failure = list.misfortune, .hangs = list.hangs};
}

// An error of classay itself becomes the listing's failure, so that the diagnosis continues.
template <class List>
Listing listed(List list) {
  try {
    return listing_from(list());
  } catch (const std::exception& e) {
    return {.failure = e.what()};
  }
}

Listing devices_of(std::string_view backend, const Scope& scope, const std::vector<std::string>& environment) {
  return listed(
      [&] { return ask_devices(Machine::here(own_program()), backend_named(backend), "", scope.timeout, environment); });
}

bool has_usable(const Listing& listing) { return !usable(listing.devices).empty(); }

// ---- OpenCL

const std::vector<std::string> kOfAnIcd{"clGetExtensionFunctionAddress"};

Library opencl_loader(const Scope& scope) {
  const std::string named = variable("CLASSAY_OPENCL");
  const std::vector<std::string> functions{"clGetPlatformIDs"};
  const auto attempt = [&](const std::string& name) {
    return tried({.library = name, .functions = functions, .is_opencl_loader = named.empty()}, scope.timeout);
  };
  if (!named.empty()) return attempt(named);
  Library first = attempt("libOpenCL.so.1");
  if (first.trial != Trial::fails) return first;
  Library second = attempt("libOpenCL.so");
  return second.trial == Trial::fails ? first : second;
}

// Returns the text of the file that names a driver's library. nullopt: the reason is in `driver`.
std::optional<std::string> text_of(Driver& driver) {
  errno = 0;
  std::ifstream in(driver.source);
  std::stringstream text;
  if (in) text << in.rdbuf();
  if (in && !in.bad()) return text.str();
  driver.is_missing = errno == ENOENT;
  driver.trouble = errno == 0 ? "it cannot be read" : std::generic_category().message(errno);
  return std::nullopt;
}

// Returns the library on the first line of an .icd file. A zero byte ends the name, as in the loader.
Driver icd_at(const fs::path& file, const Scope& scope) {
  Driver driver{.source = file.string()};
  const std::optional<std::string> text = text_of(driver);
  if (!text) return driver;
  const std::string name = trimmed(text->substr(0, text->find_first_of(std::string_view("\n\0", 2))));
  driver.is_empty = name.empty();
  if (!driver.is_empty) driver.library = tried({.library = name, .functions = kOfAnIcd}, scope.timeout);
  return driver;
}

bool is_sound(const Driver& driver) { return driver.library.trial == Trial::loads && driver.library.lacking.empty(); }

std::vector<Driver> named_by(const char* name, char separator, const std::vector<std::string>& functions,
                             const Scope& scope) {
  std::vector<Driver> all;
  for (const std::string& library : parts(variable(name), separator)) {
    all.push_back({.source = name, .library = tried({.library = library, .functions = functions}, scope.timeout)});
  }
  return all;
}

constexpr std::string_view kVendorPath = "OPENCL_VENDOR_PATH";

// OCL_ICD_VENDORS, and OPENCL_VENDOR_PATH for ocl-icd, name a different folder.
void find_icds(Interface& opencl, const Scope& scope) {
  opencl.folder = (scope.root / "etc/OpenCL/vendors").string();
  for (const std::string_view name : {std::string_view("OCL_ICD_VENDORS"), kVendorPath}) {
    if (variable(name).empty()) continue;
    if (name == kVendorPath && opencl.loader.title == kKhronosLoader) continue;
    opencl.folder = variable(name);
    opencl.folder_variable = name;
    break;
  }
  std::error_code unknown;
  opencl.has_folder = fs::exists(opencl.folder, unknown);
  if (fs::is_directory(opencl.folder, unknown)) {
    for (const fs::path& file : files_in(opencl.folder, ".icd")) opencl.drivers.push_back(icd_at(file, scope));
  } else if (opencl.has_folder) {  // ocl-icd also accepts a single file
    if (fs::path(opencl.folder).extension() == ".icd") {
      opencl.drivers.push_back(icd_at(opencl.folder, scope));
    } else {
      opencl.drivers.push_back({.source = opencl.folder_variable,
                                .library = tried({.library = opencl.folder, .functions = kOfAnIcd}, scope.timeout)});
    }
  }
}

std::vector<std::string> opencl_environment(const Interface& opencl) {
  return opencl.folder_variable.empty() ? std::vector{"OCL_ICD_VENDORS=" + opencl.folder} : std::vector<std::string>();
}

// An empty folder that is removed at the end.
class EmptyFolder {
 public:
  EmptyFolder() : path_(new_temporary_folder("classay-empty-").string()) {}
  ~EmptyFolder() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  EmptyFolder(const EmptyFolder&) = delete;
  EmptyFolder& operator=(const EmptyFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Returns false where no temporary folder can be made.
bool lists_from_an_empty_folder(const Scope& scope) {
  try {
    const EmptyFolder folder;
    return has_usable(devices_of("opencl", scope, {"OCL_ICD_VENDORS=" + folder.path(), "OCL_ICD_FILENAMES="}));
  } catch (const std::system_error&) {
    return false;
  }
}

Interface collected_opencl(const Scope& scope) {
  Interface opencl{.loader = opencl_loader(scope)};
  find_icds(opencl, scope);
  for (Driver& named : named_by("OCL_ICD_FILENAMES", ':', kOfAnIcd, scope)) opencl.drivers.push_back(std::move(named));
  opencl.layers = named_by("OPENCL_LAYERS", ':', {"clGetLayerInfo", "clInitLayer"}, scope);
  if (opencl.loader.trial != Trial::loads) {
    opencl.listing.error = opencl.loader.reason;
    return opencl;
  }
  const bool is_default_place = scope.root == "/";
  opencl.listing = devices_of("opencl", scope, is_default_place ? std::vector<std::string>() : opencl_environment(opencl));
  if (opencl.loader.is_preloaded) return opencl;
  const bool is_unknown_loader = opencl.loader.title.empty() || !opencl.folder_variable.empty();
  opencl.ignores_folder = is_unknown_loader && has_usable(opencl.listing) && lists_from_an_empty_folder(scope);
  if (opencl.ignores_folder) return opencl;
  for (Driver& driver : opencl.drivers) {
    if (!is_sound(driver) || fs::path(driver.source).extension() != ".icd") continue;
    driver.alone = listed([&] { return listed_alone(driver.source, scope.timeout); });
    driver.was_listed_alone = true;
  }
  return opencl;
}

// ---- Level Zero

Interface collected_level_zero(const Scope& scope) {
  const std::string named = variable("CLASSAY_LEVEL_ZERO");
  Interface all;
  all.loader = tried({.library = named.empty() ? "libze_loader.so.1" : named, .functions = {"zeInit"}}, scope.timeout);
  if (variable("ZE_ENABLE_ALT_DRIVERS").empty()) {
    // The same names as in the loader.
    for (const char* name : {"libze_intel_gpu.so.1", "libze_intel_vpu.so.1", "libze_intel_npu.so.1"}) {
      Driver driver{.library = tried({.library = name}, scope.timeout)};
      if (trouble_of(driver.library) != LibraryTrouble::missing) all.drivers.push_back(driver);
    }
  } else {
    all.drivers = named_by("ZE_ENABLE_ALT_DRIVERS", ',', {}, scope);
  }
  if (all.loader.trial == Trial::loads) all.listing = devices_of("level-zero", scope, {});
  return all;
}

// ---- Vulkan

std::vector<fs::path> manifest_folders(const Scope& scope) {
  std::vector<fs::path> all;
  const auto add = [&](const fs::path& base) {
    if (!base.empty()) all.push_back(base / "vulkan/icd.d");
  };
  const std::string home = variable("HOME");
  const bool has_home = scope.root == "/" && !home.empty();
  if (has_home)
    add(variable("XDG_CONFIG_HOME").empty() ? fs::path(home) / ".config" : fs::path(variable("XDG_CONFIG_HOME")));
  for (const char* place : {"etc/xdg", "etc"}) add(scope.root / place);
  if (has_home) {
    add(variable("XDG_DATA_HOME").empty() ? fs::path(home) / ".local/share" : fs::path(variable("XDG_DATA_HOME")));
  }
  for (const char* place : {"usr/local/share", "usr/share"}) add(scope.root / place);
  return all;
}

// A library path with a slash is relative to the manifest.
std::string library_of_manifest(const Json& manifest, const fs::path& file) {
  const std::string name = manifest.at("ICD").at("library_path").get<std::string>();
  const bool is_relative = name.find('/') != std::string::npos && name.front() != '/';
  return is_relative ? (file.parent_path() / name).lexically_normal().string() : name;
}

Driver manifest_at(const fs::path& file, const Scope& scope) {
  Driver driver{.source = file.string()};
  const std::optional<std::string> text = text_of(driver);
  if (!text) return driver;
  try {
    const Json manifest = Json::parse(*text);
    driver.is_for_32_bits = manifest.at("ICD").value("library_arch", "") == "32";
    driver.library.name = library_of_manifest(manifest, file);
  } catch (const Json::exception& e) {
    driver.is_empty = text->find_first_not_of(std::string_view(" \t\r\n\0", 5)) == std::string::npos;
    driver.trouble = e.what();
    return driver;
  }
  if (!driver.is_for_32_bits) driver.library = tried({.library = driver.library.name}, scope.timeout);
  return driver;
}

// VK_DRIVER_FILES, or its older name, replaces the folders.
std::vector<fs::path> manifests(const Scope& scope, std::string& variable_name) {
  std::vector<fs::path> all;
  const auto add = [&](const char* name) {
    for (const std::string& part : parts(variable(name), ':')) {
      std::error_code unknown;
      if (fs::is_directory(part, unknown)) {
        std::ranges::copy(files_in(part, ".json"), std::back_inserter(all));
      } else {
        all.emplace_back(part);
      }
    }
  };
  for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
    if (variable(name).empty()) continue;
    variable_name = name;
    add(name);
    return all;
  }
  add("VK_ADD_DRIVER_FILES");
  for (const fs::path& folder : manifest_folders(scope)) {
    std::ranges::copy(files_in(folder, ".json"), std::back_inserter(all));
  }
  return all;
}

std::string joined(const std::vector<fs::path>& files) {
  std::string all;
  for (const fs::path& file : files) all += (all.empty() ? "" : ":") + file.string();
  return all.empty() ? "/nowhere" : all;
}

Interface collected_vulkan(const Scope& scope) {
  Interface all;
  all.loader = tried({.library = "libvulkan.so.1", .functions = {"vkGetInstanceProcAddr"}}, scope.timeout);
  const std::vector<fs::path> files = manifests(scope, all.folder_variable);
  for (const fs::path& file : files) all.drivers.push_back(manifest_at(file, scope));
  if (all.loader.trial != Trial::loads) return all;
  const bool is_default_place = scope.root == "/" || !all.folder_variable.empty();
  const std::string names = "=" + joined(files);
  all.listing = devices_of(
      "vulkan", scope,
      is_default_place ? std::vector<std::string>() : std::vector{"VK_DRIVER_FILES" + names, "VK_ICD_FILENAMES" + names});
  if (all.listing.failure.empty()) return all;
  for (Driver& driver : all.drivers) {
    if (driver.library.trial != Trial::loads) continue;
    const std::string name = "=" + driver.source;
    driver.alone = devices_of("vulkan", scope, {"VK_DRIVER_FILES" + name, "VK_ICD_FILENAMES" + name});
    driver.was_listed_alone = true;
  }
  return all;
}

std::string clspv_trouble() {
  try {
    (void)vulkan::Clspv::found();
    return "";
  } catch (const DeviceError& e) {
    return e.what();
  }
}

}  // namespace

Facts collected(const Scope& scope) {
  Facts facts{.opencl = collected_opencl(scope),
              .level_zero = collected_level_zero(scope),
              .vulkan = collected_vulkan(scope),
              .clspv = clspv_trouble(),
              .hardware = hardware_under(scope.root)};
  for (const Variable& v : variables()) {
    const std::string_view name = v.name;
    const bool has_meaning_when_empty = name.ends_with("_VISIBLE_DEVICES");
    if (std::getenv(v.name) != nullptr && (has_meaning_when_empty || !variable(name).empty())) {
      facts.environment[v.name] = variable(name);
    }
  }
  return facts;
}

Listings listings(const Scope& scope) {
  Listings all{.opencl = devices_of("opencl", scope, {}),
               .level_zero = devices_of("level-zero", scope, {}),
               .vulkan = devices_of("vulkan", scope, {})};
  if (all.opencl.failure.empty()) return all;
  const std::string failure = all.opencl.failure;
  all.opencl = listed([&] { return DeviceList{.devices = shared(listed_one_by_one(scope.timeout))}; });
  if (unusable(all.opencl.devices).empty()) all.opencl.failure = failure;
  return all;
}

}  // namespace classay::doctor
