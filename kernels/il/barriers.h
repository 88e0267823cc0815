// Writes a program in SPIR-V that tests OpControlBarrier. In each round, the work-items of a group write to their cells,
// meet at a barrier, and read the cells of others (harness/worker/probes/barriers.cpp). The kernels have the arguments and
// the outputs of those in OpenCL C.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

enum class BarrierPlace : std::uint8_t { loop, branch, function };

struct BarrierKernel {
  std::string name;
  bool in_local = false;
  bool in_global = false;
  BarrierPlace place = BarrierPlace::loop;
  std::uint32_t execution = 2;  // scopes
  std::uint32_t memory = 2;
};

inline constexpr std::uint32_t kCrossDeviceScope = 0;
inline constexpr std::uint32_t kDeviceScope = 1;
inline constexpr std::uint32_t kWorkgroupScope = 2;
inline constexpr std::uint32_t kSubgroupScope = 3;

Source barriers_source(const Compiler& compiler, std::span<const BarrierKernel> kernels, std::uint64_t rounds,
                       std::uint64_t most_in_group);

}  // namespace classay::il
