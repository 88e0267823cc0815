// Compares GPUs on the bus with the listed OpenCL devices, and explains why one is missing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/doctor/doctor.h"
#include "harness/cli/doctor/facts.h"

namespace classay::doctor {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// OpenCL drivers report the vendor as text; Vulkan and Level Zero drivers report a number.
bool is_of_vendor(const Json& device, unsigned vendor) {
  const std::string said =
      lower(device.value("vendor", "") + "\n" + device.value("name", "") + "\n" + device.value("platform", ""));
  if (contains(said, fmt::format("{:#06x}", vendor))) return true;
  if (vendor == kNvidia) return contains(said, "nvidia");
  if (vendor == kAmd) return contains(said, "advanced micro devices") || contains(said, "amd") || contains(said, "radeon");
  return vendor == kIntel && contains(said, "intel");
}

bool is_listed(const Interface& of, unsigned vendor) {
  return std::ranges::any_of(usable_devices(of), [&](const Json& d) {
    const std::string type = d.value("device_type", "");
    return (type.empty() || type == "gpu") && is_of_vendor(d, vendor);
  });
}

// A Mesa driver serves GPUs of several vendors.
bool is_mesa(const Driver& driver) {
  const std::string name = lower(driver.library.name);
  return contains(name, "rusticl") || contains(name, "mesaopencl");
}

bool has_driver_for(const Facts& facts, unsigned vendor) {
  return std::ranges::any_of(facts.opencl.drivers,
                             [&](const Driver& d) { return vendor_of_driver(d.library.name) == vendor || is_mesa(d); });
}

class Diagnosis {
 public:
  Diagnosis(const Facts& facts, const Gpu& gpu, std::size_t count)
      : facts_(facts),
        gpu_(gpu),
        vendor_(vendor_name(gpu.vendor)),
        object_(fmt::format("{} GPU {}{}", vendor_, gpu.address, count > 1 ? fmt::format(" and {} more", count - 1) : "")) {
    const auto gpus = usable_devices(facts.opencl);
    const bool has_other = std::ranges::any_of(gpus, [](const Json& d) { return d.value("device_type", "") == "gpu"; });
    level_ = has_other ? Level::note : Level::problem;
  }

  std::vector<Finding> findings() {
    kernel_driver();
    if (all_.empty()) nodes();
    if (all_.empty()) hidden();
    if (!has_driver_for(facts_, gpu_.vendor)) driver();
    if (all_.empty()) {
      add("gpu-not-listed", "the kernel driver and an OpenCL driver are installed, but no OpenCL device is listed",
          "the OpenCL driver may not support this GPU, or not match the kernel driver's version",
          "look for the driver's messages in `dmesg`; install kernel driver and OpenCL driver of one version");
    }
    return all_;
  }

 private:
  void add(const char* id, std::string seen, std::string why, std::string action) {
    all_.push_back({.section = Section::gpus,
                    .level = level_,
                    .id = id,
                    .object = object_,
                    .seen = std::move(seen),
                    .why = std::move(why),
                    .action = std::move(action)});
  }

  bool has_module(const char* name) const {
    return std::ranges::find(facts_.hardware.modules, name) != facts_.hardware.modules.end();
  }

  const char* suitable_module() const {
    if (gpu_.vendor == kNvidia) return "nvidia";
    return gpu_.vendor == kAmd ? "amdgpu" : "i915 or xe";
  }

  void kernel_driver() {
    const std::string& bound = gpu_.kernel_driver;
    if (bound.starts_with("vfio") || bound == "pci-stub") {
      add("gpu-reserved", fmt::format("the kernel driver {} holds it", bound),
          "the GPU is reserved for virtual machines, so this system cannot use it",
          fmt::format("bind the GPU to {}, or run classay in the virtual machine", suitable_module()));
    } else if (bound.empty()) {
      const bool is_loaded = gpu_.vendor == kNvidia ? has_module("nvidia")
                             : gpu_.vendor == kAmd  ? has_module("amdgpu")
                                                    : has_module("i915") || has_module("xe");
      add("gpu-without-kernel-driver", "no kernel driver is bound to it",
          "without a kernel driver no program reaches the GPU",
          is_loaded ? fmt::format("the module {} is loaded but did not take the GPU: see `dmesg`", suitable_module())
                    : fmt::format("install and load the kernel module {}: sudo modprobe {}", suitable_module(),
                                  gpu_.vendor == kIntel ? "i915" : suitable_module()));
    } else if ((bound == "nouveau" || bound == "radeon") && !std::ranges::any_of(facts_.opencl.drivers, is_mesa)) {
      add("gpu-unsuitable-kernel-driver", fmt::format("the kernel driver {} is bound to it", bound),
          fmt::format("the vendor's OpenCL driver needs the kernel driver {}", suitable_module()),
          gpu_.vendor == kNvidia ? "install NVIDIA's kernel driver, which replaces nouveau, and restart"
                                 : "boot with radeon.si_support=0 amdgpu.si_support=1 (or cik_support), if the GPU allows");
    }
  }

  std::vector<std::string> needed_nodes() const {
    if (gpu_.vendor == kNvidia && gpu_.kernel_driver != "nouveau") return {"/dev/nvidiactl", "/dev/nvidia0"};
    if (gpu_.vendor == kAmd && !std::ranges::any_of(facts_.opencl.drivers, is_mesa))
      return {"/dev/kfd", "/dev/dri/renderD*"};
    return {"/dev/dri/renderD*"};
  }

  std::vector<Node> nodes_like(const std::string& path) const {
    std::vector<Node> all;
    for (const Node& node : facts_.hardware.nodes) {
      const bool is_render = path.ends_with('*') && node.path.starts_with(path.substr(0, path.size() - 1));
      const bool is_of_gpu = node.vendor == 0 || node.vendor == gpu_.vendor;
      if ((is_render && is_of_gpu) || node.path == path) all.push_back(node);
    }
    return all;
  }

  void nodes() {
    std::vector<std::string> missing;
    std::vector<Node> denied;
    for (const std::string& path : needed_nodes()) {
      const std::vector<Node> found = nodes_like(path);
      if (found.empty()) missing.push_back(path);
      if (!found.empty() && std::ranges::none_of(found, &Node::is_accessible)) denied.push_back(found.front());
    }
    if (!missing.empty()) node_missing(missing);
    if (!denied.empty()) node_denied(denied.front());
  }

  void node_missing(const std::vector<std::string>& missing) {
    const std::string seen = fmt::format("{} {} missing", fmt::join(missing, ", "), missing.size() == 1 ? "is" : "are");
    const std::string& container = facts_.hardware.container;
    if (container.empty()) {
      add("gpu-node-missing", seen, "the OpenCL driver reaches the GPU through this device node",
          gpu_.vendor == kNvidia ? "run `sudo nvidia-modprobe -c 0 -u`, or `nvidia-smi` as root, which make the nodes"
                                 : "see in `dmesg` why the kernel driver made none; restart udev or the machine");
      return;
    }
    const char* option = gpu_.vendor == kNvidia ? "--gpus all (docker) or --device nvidia.com/gpu=all (podman)"
                         : gpu_.vendor == kAmd  ? "--device /dev/kfd --device /dev/dri"
                                                : "--device /dev/dri";
    add("gpu-node-missing-in-container", fmt::format("{} in this container ({})", seen, container),
        "the container was started without the device", fmt::format("start the container with {}", option));
  }

  void node_denied(const Node& node) {
    const Hardware& hardware = facts_.hardware;
    const bool is_to_come = std::ranges::find(hardware.groups_to_come, node.group) != hardware.groups_to_come.end();
    const std::string seen =
        fmt::format("{} may not open {}, which belongs to group {}", hardware.user, node.path, node.group);
    std::string action = fmt::format("sudo usermod -aG {} {}, then log in again", node.group, hardware.user);
    if (is_to_come) action = fmt::format("log in again: {} is in group {}, but was not at login", hardware.user, node.group);
    if (!node.group_may_use) action = fmt::format("correct the node's mode: sudo chmod 0660 {}", node.path);
    if (!hardware.container.empty()) {
      action = fmt::format("start the container with --group-add and the number that group {} has on the host", node.group);
    }
    add("gpu-node-denied", seen, "the OpenCL driver has to open this device node to use the GPU", action);
  }

  void hidden() {
    using Names = std::vector<const char*>;
    const Names names = gpu_.vendor == kNvidia ? Names{"CUDA_VISIBLE_DEVICES"}
                        : gpu_.vendor == kAmd  ? Names{"ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"}
                                               : Names{"ZE_AFFINITY_MASK"};
    for (const char* name : names) {
      const auto found = facts_.environment.find(name);
      if (found == facts_.environment.end()) continue;
      add("gpu-hidden-by-environment", fmt::format("{}={} is set", name, found->second),
          "the driver offers only the GPUs that this variable names", fmt::format("unset {}", name));
    }
  }

  void driver() {
    add("gpu-without-opencl-driver", fmt::format("no {} driver has an .icd file in {}", vendor_, facts_.opencl.folder),
        "programs reach a GPU through its vendor's OpenCL driver, or Mesa's", "install it: " + how_to_install(gpu_.vendor));
  }

  const Facts& facts_;
  const Gpu& gpu_;
  std::string vendor_;
  std::string object_;
  Level level_ = Level::problem;
  std::vector<Finding> all_;
};

}  // namespace

void add_gpu_findings(std::vector<Finding>& all, const Facts& facts) {
  std::set<unsigned> seen;
  for (const Gpu& gpu : facts.hardware.gpus) {
    if (vendor_name(gpu.vendor).empty() || !seen.insert(gpu.vendor).second) continue;
    if (is_listed(facts.opencl, gpu.vendor)) continue;
    const auto count = std::ranges::count(facts.hardware.gpus, gpu.vendor, &Gpu::vendor);
    for (Finding& f : Diagnosis(facts, gpu, static_cast<std::size_t>(count)).findings()) all.push_back(std::move(f));
  }
}

}  // namespace classay::doctor
