// Serves the remote end of a connection (far_child.h): starts the child on the device's machine and forwards its lines.
#pragma once

#include "harness/supervisor/child.h"

namespace classay {

// Uses standard input and output until the child or the connection ends; the child does not outlive the connection.
// `greeting`: identifies this program. Returns false if no child was requested.
bool relay(Json greeting);

}  // namespace classay
