// The other end of a line (far_child.h): this program on the machine with the device, between the line and the child that it
// starts there.
#pragma once

#include "harness/children/child.h"

namespace classay {

// Speaks on standard input and output until the child or the line has ended, whichever comes first; the child does not
// outlive the line. `greeting`: which program this is. False: nobody said which child to start.
bool relay(Json greeting);

}  // namespace classay
