// A preloaded library that sets the floating-point environment that CLASSAY_HOSTILE names: a misdeed (misdeeds.h).
#include <cstdlib>

#include "tools/stand_ins/misdeeds.h"

[[gnu::constructor]] static void begin() {
  if (const char* const deed = std::getenv("CLASSAY_HOSTILE")) classay::tests::misdeed(deed);
}
