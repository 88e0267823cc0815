#include "harness/worker/probes/vectors_in_memory.h"

#include "harness/worker/lanes/lanes.h"
#include "reference/inputs/inputs.h"

namespace classay {

std::string vector_name(Type type, int width) {
  return std::string(info(type).clc) + (width == 1 ? "" : std::to_string(width));
}

std::vector<std::byte> random_elements(Type type, std::uint64_t count) {
  std::vector<std::byte> bytes(count * static_cast<std::uint64_t>(width(type) / 8));
  for (std::uint64_t i = 0; i < count; ++i) {
    Bits b = CounterRandom(static_cast<std::uint64_t>(type), i).next() & mask(type);
    if (is_float(type) && !format(type).is_normal(b)) b = format(type).one();
    put_element(bytes, width(type) / 8, i, b);
  }
  return bytes;
}

}  // namespace classay
