// Suggests a correction of a glob or case name that matches nothing.
#pragma once

#include <string>
#include <string_view>

namespace classay {

// Returns "; did you mean '*/sin/*'?" if a part of the name is almost that of a case, or is a builtin alone. If not, returns
// how names are built.
std::string case_hint(std::string_view glob);

// Returns how to correct the name of a builtin, as in "sin" or "math/sin".
std::string builtin_hint(std::string_view glob);

}  // namespace classay
