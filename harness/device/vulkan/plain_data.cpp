#include "harness/device/vulkan/plain_data.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace classay::vulkan {
namespace {

constexpr std::size_t kRoom = 256;  // for the plain data of a binding; a multiple of every device's offset alignment
constexpr std::size_t kScalar = sizeof(std::uint64_t);

void put(std::vector<std::byte>& data, std::size_t at, const void* bytes, std::size_t size) {
  data.resize(std::max(data.size(), at + size));
  std::memcpy(data.data() + at, bytes, size);
}

}  // namespace

std::size_t room_of(const Kernel& kernel, std::uint32_t set, std::uint32_t binding) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> before;
  for (const Argument& a : kernel.arguments) {
    if (!is_plain(a.passing) || a.passing == Passing::plain_push) continue;
    if (a.set == set && a.binding == binding) break;
    const std::pair place(a.set, a.binding);
    if (std::ranges::find(before, place) == before.end()) before.push_back(place);
  }
  return before.size() * kRoom;
}

std::vector<std::byte> plain_data(const Launch& launch, const Kernel& kernel, bool is_push) {
  const std::size_t first = launch.outputs.size() + launch.inputs.size();
  const std::size_t first_sampler = first + launch.scalars.size() + launch.images.size();
  const auto refuse = [&] { throw DeviceError(Fault::refused, kernel.name + " takes other arguments than the launch has"); };
  std::vector<std::byte> data;
  for (const Argument& a : kernel.arguments) {
    if (a.passing == Passing::sampler_mask && is_push) {
      const std::size_t sampler = a.ordinal - first_sampler;
      if (a.ordinal < first_sampler || sampler >= launch.samplers.size() || a.size != sizeof(std::uint32_t)) refuse();
      const std::uint32_t mask = mask_of(launch.samplers[sampler]);
      put(data, a.offset, &mask, sizeof mask);
    }
    if (!is_plain(a.passing) || (a.passing == Passing::plain_push) != is_push) continue;
    const std::size_t scalar = a.ordinal - first;
    if (a.ordinal < first || scalar >= launch.scalars.size() || a.size != kScalar) refuse();
    put(data, a.offset + (is_push ? 0 : room_of(kernel, a.set, a.binding)), &launch.scalars[scalar], kScalar);
  }
  return data;
}

}  // namespace classay::vulkan
