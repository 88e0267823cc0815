// Converts a row for the judge: its rules and its limit in a specification, and the arithmetic that a mode permits.
#pragma once

#include <span>
#include <string_view>

#include "reference/promise/arithmetic.h"
#include "reference/promise/promise.h"
#include "reference/promise/rule.h"
#include "suites/documents.h"

namespace classay {

struct Row;

// The prescribed values of one builtin for one edition; for Edition::none, those of C.
std::span<const Rule> rules(std::string_view builtin, Edition edition);

// Returns the device's arithmetic of a format, with the freedom that the build options of a mode add.
Arithmetic arithmetic(Mode mode, Type format, const Arithmetic& device);

// Does it convert from one floating-point format to another?
bool converts_floats(const Row& row, Type format);
// Operands as in `a`, results as in `result`.
Arithmetic of_conversion(Arithmetic a, const Arithmetic& result);

// The promise as the judge takes it. The row, and the rules, outlive it.
Promise promise(const Row& row, Type format, Edition edition, Profile profile, Mode mode, int lanes = 1);

}  // namespace classay
