// A stand-in worker loads this library when a driver must misbehave, so that the code counts as the driver's.
#include "tools/stand_ins/misdeeds.h"

extern "C" void stand_in_driver_does(const char* what, int value) { classay::tests::misdeed(what, value); }
