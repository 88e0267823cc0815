// The corpus of planted defects: text files of entries, each a name in brackets and lines `key: value`; a line that begins
// with two blanks goes on with the value before it.
//
//     [sqrt-one-input]
//     builtin: sqrt f32
//     class: one input
//     wrong: sqrt of 0x1.8p+3 is four ulps too large
//     clause: OpenCL C 2.0, table 36: 3 ulp
//     tier: full
//     lane: if (bits(x) == 0x41400000) r = ulps(r, 4);
//
// Keys: builtin (a name of the table and formats), class, wrong, clause, verdict (fail), tier, share; what shows it: case
// (globs), or width (the least), mode (default); options (of the run); and what is planted: lane, vector, after, text,
// replace (FIND => WITH), module (OPCODE word N: WAS -> BECOMES), launch (every N; odd). Of replace and module there may be
// several.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/planted/plant.h"

namespace classay::planted {

// The message names the file, the line, and what is wrong.
class CorpusError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::vector<Plant> parse_corpus(const std::string& text, const std::string& file);

// All files of data/planted. Throws DataError where there is none.
std::vector<Plant> corpus();

}  // namespace classay::planted
