#include "harness/device/registry.h"

#include <algorithm>
#include <array>

#include "harness/device/device_name.h"
#include "harness/device/library/backend.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

// The unified specifications start with 3.1. Earlier versions follow OpenCL C 2.0, which has the same tables as 1.2 and 3.0,
// and for SPIR-V the environment of 2.2.
constexpr auto kOpenclFollows = std::to_array<Follows>({
    {FrontEnd::clc, {0, 0}, Edition::clc20},
    {FrontEnd::clc, {3, 1}, Edition::clc31},
    {FrontEnd::il, {0, 0}, Edition::spirv22},
    {FrontEnd::il, {3, 1}, Edition::spirv31},
});
constexpr std::span kLevelZeroFollows = std::span(kOpenclFollows).last(2);
constexpr std::array kVulkanFollows{Follows{FrontEnd::clspv, {0, 0}, Edition::clspv}};
constexpr std::array kLibraryFollows{Follows{FrontEnd::c, {0, 0}, Edition::none}};

constexpr std::array kBackends = std::to_array<BackendEntry>({
    {.name = "opencl",
     .prefix = "",
     .title = "OpenCL",
     .setup = "",
     .reduces = true,
     .follows = kOpenclFollows,
     .make = opencl_backend},
    {.name = "level-zero",
     .prefix = "ze:",
     .title = "Level Zero",
     .setup = "to try it without a GPU: scripts/setup --with level-zero",
     .reduces = true,
     .front_end = FrontEnd::il,
     .follows = kLevelZeroFollows,
     .il_rules = il::Rules::level_zero,
     .make = level_zero_backend},
    {.name = "vulkan",
     .prefix = "vk:",
     .title = "Vulkan",
     .setup = "scripts/setup --with vulkan",
     .reduces = true,
     .front_end = FrontEnd::clspv,
     .follows = kVulkanFollows,
     .make = vulkan_backend},
    {.name = "library",
     .prefix = kLibraryPrefix,
     .title = "a math library",
     .setup = "",
     .is_listed = false,
     .front_end = FrontEnd::c,
     .follows = kLibraryFollows,
     .make = library_backend},
});

bool is_of(const Identity& device, const BackendEntry& backend) { return device.backend == backend.name; }

// Returns whether it is an address without a prefix, such as 1:0, which belongs to the first back end unless another is
// named.
bool is_number(std::string_view device) {
  return !device.empty() && device.find_first_not_of("0123456789:") == std::string_view::npos;
}

// An address is opened without listing other devices.
bool is_address(const Wanted& wanted) {
  if (wanted.backend != nullptr && !wanted.backend->is_listed) return true;
  return is_number(wanted.device);
}

std::string address_of(const Wanted& wanted) {
  return wanted.device.empty() || wanted.backend == nullptr ? wanted.device
                                                            : std::string(wanted.backend->prefix) + wanted.device;
}

std::vector<Identity> called_so(const std::string& name, const std::vector<Identity>& all) {
  return meant(all, [&](const Identity& d) { return called(name, d.name, d.platform, d.version); });
}

std::vector<Identity> first_of_type(std::string_view type, const std::vector<Identity>& all) {
  const auto found =
      std::ranges::find_if(all, [&](const Identity& d) { return std::ranges::equal(d.type, type, same_letter); });
  return found == all.end() ? std::vector<Identity>() : std::vector<Identity>{*found};
}

// Selects devices of one back end by a type or a name; an empty word means the first GPU, or the first device.
std::vector<Identity> fitting(const std::string& word, const std::vector<Identity>& all) {
  if (is_device_type(word)) return first_of_type(word, all);
  if (!word.empty()) return called_so(word, all);
  std::vector<Identity> gpu = first_of_type("gpu", all);
  return gpu.empty() && !all.empty() ? std::vector<Identity>{all.front()} : gpu;
}

// Returns, for example, "no Level Zero loader (...); scripts/setup --with level-zero".
DeviceError absence(const BackendEntry& backend, const DeviceError& why) {
  const std::string remedy = backend.setup.empty() ? "" : "; " + std::string(backend.setup);
  return {why.fault(), why.what() + remedy};
}

class AllBackends : public Backend {
 public:
  std::vector<Description> devices() override {
    std::vector<Description> all;
    ask({}, [&](const BackendEntry& backend) {
      for (Description& d : devices_of(backend, "")) all.push_back(std::move(d));
      return false;
    });
    if (all.empty()) throw first_trouble();
    return all;
  }

  std::unique_ptr<Device> open(const std::string& text) override {
    const Wanted wanted = wanted_from(text);
    std::unique_ptr<Device> opened;
    std::vector<Identity> others;
    ask(wanted, [&](const BackendEntry& backend) {
      opened = is_address(wanted) ? backend.make()->open(address_of(wanted)) : open_called(backend, wanted, others);
      return opened != nullptr;
    });
    if (opened) return opened;
    if (others.empty() && !troubles_.empty()) throw first_trouble();
    if (text.empty()) throw first_trouble();
    throw DeviceError(Fault::unusable, "no device fits '" + text + "'; there are:\n" + choices(others));
  }

 private:
  // Tries the back ends until `enough` returns true. Keeps the reason of an unusable back end; propagates other errors.
  template <class Enough>
  void ask(const Wanted& wanted, Enough enough) {
    troubles_.clear();
    for (const BackendEntry* backend : may_mean(wanted)) {
      try {
        if (enough(*backend)) return;
      } catch (const DeviceError& e) {
        if (e.fault() != Fault::unusable) throw;
        troubles_.push_back(absence(*backend, e));
      }
    }
  }

  DeviceError first_trouble() const {
    return troubles_.empty() ? DeviceError(Fault::unusable, "the drivers that are installed have no device")
                             : troubles_.front();
  }

  // Returns nullptr if the back end has no device of that name. Keeps errors of drivers, since the device may belong to one
  // of them.
  std::unique_ptr<Device> open_called(const BackendEntry& backend, const Wanted& wanted, std::vector<Identity>& others) {
    const std::unique_ptr<Backend> made = backend.make();
    std::vector<Identity> all;
    for (const Description& d : made->devices()) {
      if (d.identity.trouble.empty()) {
        all.push_back(d.identity);
      } else {
        troubles_.emplace_back(Fault::unusable, d.identity.trouble);
      }
    }
    const std::vector<Identity> found = fitting(wanted.device, all);
    if (found.size() == 1) return made->open(found.front().address);
    if (found.size() > 1) {
      const std::string problem = "more than one device fits '" + wanted.device + "'; there are:\n";
      throw DeviceError(Fault::refused, problem + choices(found));
    }
    others.insert(others.end(), all.begin(), all.end());
    return nullptr;
  }

  std::vector<DeviceError> troubles_;
};

}  // namespace

std::span<const BackendEntry> backend_table() { return kBackends; }

const BackendEntry& backend_named(std::string_view name) {
  const auto* const at = std::ranges::find(kBackends, name, &BackendEntry::name);
  return at == kBackends.end() ? kBackends.front() : *at;
}

Edition edition_for(const BackendEntry& backend, FrontEnd f, const Version& environment) {
  Edition edition = Edition::clc31;
  for (const Follows& one : backend.follows) {
    const bool holds = !environment.is_known() || environment >= one.from;
    if (one.front_end == f && holds) edition = one.edition;
  }
  return edition;
}

bool follows(const BackendEntry& backend, FrontEnd f) {
  return std::ranges::find(backend.follows, f, &Follows::front_end) != backend.follows.end();
}

Wanted wanted_from(std::string_view text) {
  const std::size_t colon = text.find(':');
  for (const BackendEntry& backend : kBackends) {
    const std::string_view before = text.substr(0, colon == std::string_view::npos ? 0 : colon + 1);
    const bool is_named = before == std::string(backend.name) + ":" || (!before.empty() && before == backend.prefix);
    if (is_named) return {&backend, std::string(text.substr(before.size()))};
  }
  return {nullptr, std::string(text)};
}

std::vector<const BackendEntry*> may_mean(const Wanted& wanted) {
  if (wanted.backend != nullptr) return {wanted.backend};
  if (is_number(wanted.device)) return {kBackends.data()};
  std::vector<const BackendEntry*> all;
  for (const BackendEntry& backend : kBackends) {
    if (backend.is_listed) all.push_back(&backend);
  }
  return all;
}

std::vector<Identity> meant(const Wanted& wanted, const std::vector<Identity>& all) {
  for (const BackendEntry* backend : may_mean(wanted)) {
    std::vector<Identity> here;
    std::ranges::copy_if(all, std::back_inserter(here), [&](const Identity& d) { return is_of(d, *backend); });
    if (here.empty()) continue;
    const std::string address = std::string(backend->prefix) + wanted.device;
    const auto addressed = std::ranges::find(here, address, &Identity::address);
    if (addressed != here.end()) return {*addressed};
    if (std::vector<Identity> found = fitting(wanted.device, here); !found.empty()) return found;
  }
  return {};
}

std::string device_word(const Identity& device) {
  return backend_named(device.backend).is_listed ? shown_name(device.name, device.platform) : device.address;
}

bool is_device_type(std::string_view device) {
  constexpr std::array<std::string_view, 3> kDeviceTypes{"gpu", "cpu", "accelerator"};
  return std::ranges::any_of(kDeviceTypes, [&](std::string_view t) { return std::ranges::equal(device, t, same_letter); });
}

std::string choices(const std::vector<Identity>& all) {
  std::string lines;
  for (const Identity& d : all) lines += (lines.empty() ? "" : "\n") + visible(choice(d.address, d.name, d.platform));
  return lines.empty() ? "  none" : lines;
}

std::vector<Description> devices_of(const BackendEntry& backend, const std::string& device) {
  try {
    if (backend.is_listed || device.empty()) return backend.make()->devices();
    return {backend.make()->open(std::string(backend.prefix) + device)->description()};
  } catch (const DeviceError& e) {
    throw absence(backend, e);
  }
}

std::unique_ptr<Backend> all_backends() { return std::make_unique<AllBackends>(); }

}  // namespace classay
