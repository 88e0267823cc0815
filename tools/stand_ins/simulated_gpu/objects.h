// Defines the objects of the simulated GPU's driver. Handles of OpenCL point to them.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tools/stand_ins/simulated_gpu/timeline.h"

namespace classay::simulated_gpu {

inline Timeline& timeline() {
  static Timeline all;
  return all;
}

struct Counted {
  int uses = 1;
};

struct Memory {
  std::vector<std::byte> bytes;
  bool is_pinned = false;
  double written = 0;  // when the last command that writes ends
  double read = 0;     // when the last command that reads ends
};

struct Buffer : Counted {
  Memory* memory = nullptr;
  std::size_t begin = 0;  // in the memory
  std::size_t size = 0;
  bool is_part = false;
  std::byte* data() const { return memory->bytes.data() + begin; }
};

struct Queue : Counted {
  double end = 0;  // of its last command
};

struct Event : Counted {
  Span span;
  cl_int status = CL_COMPLETE;
};

struct Kernel : Counted {
  std::string name;
  std::vector<std::vector<std::byte>> arguments;

  std::uint64_t number(std::size_t i) const {
    std::uint64_t value = 0;
    std::memcpy(&value, arguments.at(i).data(), sizeof value);
    return value;
  }
  Buffer& buffer(std::size_t i) const {
    Buffer* handle = nullptr;
    std::memcpy(static_cast<void*>(&handle), arguments.at(i).data(), sizeof(void*));
    return *handle;
  }
};

// Runs a kernel on the host. Returns the seconds that it takes on the GPU.
double run(const Kernel& kernel, std::uint64_t first_item, std::uint64_t items);

}  // namespace classay::simulated_gpu
