// Text that is not ours - a device's name, a file's words, what a worker says - as a person may see it: nothing in it moves
// the cursor, changes colours, begins a line, turns the order of letters around, or is there without being seen.
#pragma once

#include <string>
#include <string_view>

namespace classay {

// As it is but for what would not be seen as itself: control characters are shown as \n, \t or \u001b, others beyond ASCII
// that are not seen as \u202e, and bytes that are no UTF-8 as \xff. One line, whatever it was.
std::string visible(std::string_view text);

// The same for text of many lines, such as a compiler's: newlines and tabs stay. What is JSON stays the same JSON.
std::string visible_lines(std::string_view text);

bool is_utf8(std::string_view text);

// Is it, as one line, all there is to see?
bool is_visible(std::string_view text);

}  // namespace classay
