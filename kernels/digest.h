// Defines the arithmetic of a digest of results, for the host (harness/worker/lanes) and for devices (digesting.h). A digest
// is a sum over words of 4 bytes, or over smaller elements. Each word is mixed with its number. One changed word always
// changes its product. Several changed words leave the sum unchanged only by chance.
//
// Each file has its own copy of these functions: the linker would keep one for all instruction sets, possibly the wrong one.
#pragma once

#include <cstdint>

namespace classay::digest_words {
namespace {

// Returns unrelated numbers for consecutive x: a 32-bit multiplicative hash of two rounds (constants from the search of C.
// Wellons, "Prospecting for hash functions").
constexpr std::uint32_t kFirstFactor = 0x7feb352dU;
constexpr std::uint32_t kSecondFactor = 0x846ca68bU;
constexpr std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ (x >> 16)) * kFirstFactor;
  x = (x ^ (x >> 15)) * kSecondFactor;
  return x ^ (x >> 16);
}

// The value that is mixed into a word has two parts: one for its place in a group, one for the number of the group. A hash
// per word would cost as much as judging the word.
constexpr std::uint64_t kGroup = 64;
constexpr std::uint32_t value_of_place(std::uint32_t place) { return mixed(2 * place + 1); }
constexpr std::uint32_t weight_of_place(std::uint32_t place) { return mixed(2 * place + 2); }
constexpr std::uint32_t kHighHalf = 0x9e3779b9U;
constexpr std::uint32_t key_of_group(std::uint64_t group) {
  return mixed(static_cast<std::uint32_t>(group)) ^ mixed(static_cast<std::uint32_t>(group >> 32) + kHighHalf);
}

}  // namespace
}  // namespace classay::digest_words
