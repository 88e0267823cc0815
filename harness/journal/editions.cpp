#include "harness/journal/editions.h"

#include <algorithm>

namespace classay {
namespace {

// A back end and front end follow this edition from this version on.
struct Follows {
  std::string_view backend;
  FrontEnd front_end;
  Version from;
  Edition edition;
};
// Ascending. The unified specifications start with 3.1. Earlier versions follow OpenCL C 2.0, which has the same tables as
// 1.2 and 3.0, and for SPIR-V the environment of 2.2.
constexpr auto kFollows = std::to_array<Follows>({
    {"opencl", FrontEnd::clc, {0, 0}, Edition::clc20},
    {"opencl", FrontEnd::clc, {3, 1}, Edition::clc31},
    {"opencl", FrontEnd::il, {0, 0}, Edition::spirv22},
    {"opencl", FrontEnd::il, {3, 1}, Edition::spirv31},
    {"level-zero", FrontEnd::il, {0, 0}, Edition::spirv22},
    {"level-zero", FrontEnd::il, {3, 1}, Edition::spirv31},
    {"vulkan", FrontEnd::clspv, {0, 0}, Edition::clspv},
    {"library", FrontEnd::c, {0, 0}, Edition::none},
});

}  // namespace

Editions editions_for(std::string_view backend, const Version& environment) {
  Editions editions;
  for (const Follows& f : kFollows) {
    const bool holds = !environment.is_known() || environment >= f.from;
    if (f.backend == backend && holds) editions.set(f.front_end, f.edition);
  }
  return editions;
}

bool follows(std::string_view backend, FrontEnd f) {
  return std::ranges::any_of(kFollows, [&](const Follows& one) { return one.backend == backend && one.front_end == f; });
}

}  // namespace classay
