// A digest of results, as the numbers it is made of: who makes one on the host (harness/lanes) and who has a device make it
// (digesting.h) go by these. It is a sum over words of 4 bytes, or of one element where that has fewer: each, and its
// number, mixed. A word that differs makes another product, whatever it is; of several, sums are the same by chance only.
//
// Each file has a copy of its own: the linker would keep one for all instruction sets, and might keep the wrong one.
#pragma once

#include <cstdint>

namespace classay::digest_words {
namespace {

// Numbers that have nothing to do with each other: a multiplicative hash of 32 bits with two rounds (constants from the
// search of C. Wellons, "Prospecting for hash functions").
constexpr std::uint32_t kFirstFactor = 0x7feb352dU;
constexpr std::uint32_t kSecondFactor = 0x846ca68bU;
constexpr std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ (x >> 16)) * kFirstFactor;
  x = (x ^ (x >> 15)) * kSecondFactor;
  return x ^ (x >> 16);
}

// What a word is mixed with is made of two parts, one of its place in a group and one of the group's number: to mix one for
// each word would cost as much as judging it.
constexpr std::uint64_t kGroup = 64;
constexpr std::uint32_t value_of_place(std::uint32_t place) { return mixed(2 * place + 1); }
constexpr std::uint32_t weight_of_place(std::uint32_t place) { return mixed(2 * place + 2); }
constexpr std::uint32_t kHighHalf = 0x9e3779b9U;
constexpr std::uint32_t key_of_group(std::uint64_t group) {
  return mixed(static_cast<std::uint32_t>(group)) ^ mixed(static_cast<std::uint32_t>(group >> 32) + kHighHalf);
}

}  // namespace
}  // namespace classay::digest_words
