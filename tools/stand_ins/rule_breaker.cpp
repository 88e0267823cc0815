// Runs a kernel that reads uninitialised memory and writes out of bounds, to show that a checking tool detects both
// (kernels_rules.sh). Not for a real driver, which may crash.
#include <cstdio>

#include "harness/device/registry.h"

int main() {
  try {
    const auto device = classay::opencl_backend()->open("");
    const auto program = device->build(
        {.source = "kernel void broken(global uint* out) { uint own[2]; out[99] = own[1]; }", .il = {}, .options = ""});
    const auto stream = device->stream(*program, 1);
    stream->submit({.kernel = "broken", .items = 1, .outputs = {16}, .inputs = {}, .scalars = {}});
    (void)stream->wait();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
