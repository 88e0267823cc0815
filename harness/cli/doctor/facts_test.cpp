// Tests reading of GPUs from /sys and /dev of a test root, and of a library's kind from the first bytes of its file.
#include "harness/cli/doctor/facts.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "harness/cli/doctor/doctor.h"

namespace classay::doctor {
namespace {

namespace fs = std::filesystem;

class HardwareTest : public testing::Test {
 public:
  HardwareTest(const HardwareTest&) = delete;
  HardwareTest& operator=(const HardwareTest&) = delete;

 protected:
  HardwareTest() {
    std::string name = (fs::temp_directory_path() / "classay-root-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    root_ = name;
  }
  ~HardwareTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  fs::path write(const std::string& path, const std::string& text = "") const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
    return root_ / path;
  }

  void add_pci(const std::string& address, const char* pci_class, const char* vendor, const char* driver) const {
    const std::string at = "sys/bus/pci/devices/" + address + "/";
    write(at + "class", std::string(pci_class) + "\n");
    write(at + "vendor", std::string(vendor) + "\n");
    write(at + "device", "0x1234\n");
    if (*driver != '\0') fs::create_symlink("../../../drivers/" + std::string(driver), root_ / at / "driver");
  }

  fs::path root_;
};

TEST_F(HardwareTest, AnEmptyRootHasNothing) {
  const Hardware h = hardware_under(root_);
  EXPECT_TRUE(h.gpus.empty() && h.nodes.empty() && h.modules.empty() && h.container.empty());
}

TEST_F(HardwareTest, GpusAreDisplayControllersAndAmdsAccelerators) {
  add_pci("0000:00:00.0", "0x060000", "0x8086", "");
  add_pci("0000:00:02.0", "0x030000", "0x8086", "i915");
  add_pci("0000:01:00.0", "0x030200", "0x10de", "nvidia");
  add_pci("0000:02:00.0", "0x120000", "0x1002", "");
  add_pci("0000:03:00.0", "0x120000", "0x8086", "intel_vpu");
  const Hardware h = hardware_under(root_);
  ASSERT_EQ(h.gpus.size(), 3U);
  EXPECT_EQ(h.gpus[0].vendor, kIntel);
  EXPECT_EQ(h.gpus[0].kernel_driver, "i915");
  EXPECT_EQ(h.gpus[1].vendor, kNvidia);
  EXPECT_EQ(h.gpus[1].address, "0000:01:00.0");
  EXPECT_EQ(h.gpus[1].device, 0x1234U);
  EXPECT_EQ(h.gpus[2].kernel_driver, "");
}

TEST_F(HardwareTest, NodesHaveTheirVendorAndTheirGroup) {
  write("dev/dri/card0");
  const fs::path node = write("dev/dri/renderD128");
  write("dev/nvidiactl");
  write("sys/class/drm/renderD128/device/vendor", "0x8086\n");
  fs::permissions(node, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  const Hardware h = hardware_under(root_);
  ASSERT_EQ(h.nodes.size(), 2U);
  EXPECT_EQ(h.nodes[0].path, "/dev/dri/renderD128");
  EXPECT_EQ(h.nodes[0].vendor, kIntel);
  EXPECT_TRUE(h.nodes[0].is_accessible);
  EXPECT_FALSE(h.nodes[0].group.empty());
  EXPECT_FALSE(h.nodes[0].group_may_use);
  EXPECT_EQ(h.nodes[1].path, "/dev/nvidiactl");
}

TEST_F(HardwareTest, ModulesAreThoseOfGpus) {
  fs::create_directories(root_ / "sys/module/nouveau");
  fs::create_directories(root_ / "sys/module/ext4");
  EXPECT_THAT(hardware_under(root_).modules, testing::ElementsAre("nouveau"));
}

TEST_F(HardwareTest, ContainersAreRecognised) {
  write("proc/1/cgroup", "0::/init.scope\n");
  EXPECT_EQ(hardware_under(root_).container, "");
  write("proc/1/cgroup", "0::/kubepods/besteffort/pod1\n");
  EXPECT_EQ(hardware_under(root_).container, "kubepods");
  write(".dockerenv");
  EXPECT_EQ(hardware_under(root_).container, "docker");
  write("run/.containerenv");
  EXPECT_EQ(hardware_under(root_).container, "podman");
}

TEST_F(HardwareTest, AGpuInARootLeadsToItsFinding) {
  add_pci("0000:01:00.0", "0x030000", "0x1002", "amdgpu");
  Facts facts{.hardware = hardware_under(root_)};
  std::vector<Finding> all;
  add_gpu_findings(all, facts);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "gpu-node-missing");
  EXPECT_EQ(all[1].id, "gpu-without-opencl-driver");
}

LibraryTrouble trouble_of_file(const fs::path& file) {
  Library library{.name = file.string(), .trial = Trial::fails};
  look_at_file(library);
  return trouble_of(library);
}

std::string elf(char bits, char machine) {
  std::string head =
      "\x7f"
      "ELF";
  head += bits == 32 ? '\1' : '\2';
  head += '\1';
  head.resize(18);
  head += machine;
  head.resize(64);
  return head;
}

TEST_F(HardwareTest, TheFirstBytesOfALibraryShowWhatItIs) {
  EXPECT_EQ(trouble_of_file(root_ / "none.so"), LibraryTrouble::missing);
  EXPECT_EQ(trouble_of_file(write("text.so", "not a library\n")), LibraryTrouble::not_a_library);
  EXPECT_EQ(trouble_of_file(write("empty.so")), LibraryTrouble::not_a_library);
  EXPECT_EQ(trouble_of_file(write("i386.so", elf(32, 3))), LibraryTrouble::wrong_class);
  EXPECT_EQ(trouble_of_file(write("s390.so", elf(64, 22))), LibraryTrouble::wrong_machine);
}

}  // namespace
}  // namespace classay::doctor
