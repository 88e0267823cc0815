// Splits a module into instructions and words, for tests.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "kernels/il/source.h"

namespace classay::il::testing_support {

enum Opcode : std::uint32_t {
  kExtInst = 12,
  kConstant = 43,
  kConstantComposite = 44,
  kFunction = 54,
  kLoad = 61,
  kStore = 62,
  kLabel = 248,
  kBranchConditional = 250,
};

// The words after the first.
struct Words {
  std::uint32_t opcode = 0;
  std::span<const std::uint32_t> operands;
};

// Returns the instructions of a module, which must outlive them.
inline std::vector<Words> instructions(const std::vector<std::uint32_t>& module) {
  constexpr std::size_t kHeader = 5;
  std::vector<Words> all;
  for (std::size_t at = kHeader; at < module.size(); at += module[at] >> 16) {
    all.push_back({module[at] & 0xffffU, std::span(module).subspan(at + 1, (module[at] >> 16) - 1)});
  }
  return all;
}

// Counts each opcode.
inline std::map<std::uint32_t, int> counts(const std::vector<std::uint32_t>& module) {
  std::map<std::uint32_t, int> count;
  for (const Words& w : instructions(module)) ++count[w.opcode];
  return count;
}

}  // namespace classay::il::testing_support
