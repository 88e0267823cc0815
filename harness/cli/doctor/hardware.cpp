#include "harness/cli/doctor/hardware.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness/process/host.h"

namespace classay::doctor {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Reads a number such as "0x10de
// "; returns 0 if there is none.
unsigned hex_in(const fs::path& file) {
  std::string text;
  std::ifstream(file) >> text;
  const std::size_t begin = text.starts_with("0x") ? 2 : 0;
  unsigned value = 0;
  std::from_chars(text.data() + begin, text.data() + text.size(), value, 16);
  return value;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code unreadable;
  std::vector<fs::path> all;
  for (fs::directory_iterator at(folder, unreadable), end; !unreadable && at != end; at.increment(unreadable)) {
    all.push_back(at->path());
  }
  std::ranges::sort(all);
  return all;
}

// Display controllers, and AMD's processing accelerators, because its data-centre GPUs have that class.
bool is_gpu(unsigned pci_class, unsigned vendor) {
  const unsigned base = pci_class >> 16U;
  return base == 0x03 || (base == 0x12 && vendor == kAmd);
}

std::vector<Gpu> gpus_under(const fs::path& root) {
  std::vector<Gpu> all;
  for (const fs::path& at : entries(root / "sys/bus/pci/devices")) {
    Gpu gpu{.address = at.filename().string(), .vendor = hex_in(at / "vendor"), .device = hex_in(at / "device")};
    if (!is_gpu(hex_in(at / "class"), gpu.vendor)) continue;
    std::error_code none;
    gpu.kernel_driver = fs::read_symlink(at / "driver", none).filename().string();
    all.push_back(std::move(gpu));
  }
  return all;
}

Node node_at(const fs::path& file, unsigned vendor, const fs::path& root) {
  const Access access = access_to(file);
  return {.path = "/" + file.lexically_relative(root).string(),
          .vendor = vendor,
          .is_accessible = access.is_granted,
          .group = access.group,
          .group_may_use = access.group_has_it};
}

std::vector<Node> nodes_under(const fs::path& root) {
  std::vector<Node> all;
  for (const fs::path& file : entries(root / "dev/dri")) {
    const std::string name = file.filename().string();
    if (!name.starts_with("renderD")) continue;
    all.push_back(node_at(file, hex_in(root / "sys/class/drm" / name / "device/vendor"), root));
  }
  std::error_code none;
  for (const char* name : {"nvidiactl", "nvidia0", "nvidia-uvm"}) {
    if (fs::exists(root / "dev" / name, none)) all.push_back(node_at(root / "dev" / name, kNvidia, root));
  }
  if (fs::exists(root / "dev/kfd", none)) all.push_back(node_at(root / "dev/kfd", kAmd, root));
  return all;
}

std::vector<std::string> modules_under(const fs::path& root) {
  std::vector<std::string> all;
  std::error_code none;
  for (const char* name : {"amdgpu", "i915", "msm", "nouveau", "nvidia", "panfrost", "panthor", "radeon", "v3d", "xe"}) {
    if (fs::exists(root / "sys/module" / name, none)) all.emplace_back(name);
  }
  return all;
}

std::string container_under(const fs::path& root) {
  std::error_code none;
  if (fs::exists(root / "run/.containerenv", none)) return "podman";
  if (fs::exists(root / ".dockerenv", none)) return "docker";
  const std::string groups = text_of(root / "proc/1/cgroup");
  for (const char* name : {"docker", "kubepods", "containerd", "libpod", "lxc"}) {
    if (groups.find(name) != std::string::npos) return name;
  }
  return "";
}

}  // namespace

std::string vendor_name(unsigned vendor) {
  switch (vendor) {
    case kNvidia: return "NVIDIA";
    case kAmd: return "AMD";
    case kIntel: return "Intel";
    default: return "";
  }
}

Hardware hardware_under(const fs::path& root) {
  Hardware all{.gpus = gpus_under(root),
               .nodes = nodes_under(root),
               .modules = modules_under(root),
               .container = container_under(root),
               .user = user_name()};
  all.groups_to_come = groups_to_come(all.user, {"render", "video"});
  return all;
}

}  // namespace classay::doctor
