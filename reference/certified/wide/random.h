// Random numbers that are functions of their index.
#pragma once

#include "reference/number/format.h"

namespace classay::certified {

// SplitMix64's output function: a bijection that leaves no bit where it was.
constexpr Bits mixed(Bits x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

}  // namespace classay::certified
