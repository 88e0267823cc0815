// What a stand-in for a worker loads when a driver shall go wrong: code that was not there before.
#include "harness/tests/misdeeds.h"

extern "C" void stand_in_driver_does(const char* what, int value) { classay::tests::misdeed(what, value); }
