// Reads the corpus of injected defects: text files of entries. An entry is a name in brackets and lines `key: value`; a line
// that starts with two blanks continues the value before it.
//
//     [sqrt-one-input]
//     builtin: sqrt f32
//     class: one input
//     wrong: sqrt of 0x1.8p+3 is four ulps too large
//     clause: OpenCL C 2.0, table 36: 3 ulp
//     tier: full
//     lane: if (bits(x) == 0x41400000) r = ulps(r, 4);
//
// Keys:
// - builtin (a name of the table and formats), class, wrong, clause, verdict (fail), tier, share
// - the cases that show the defect: case (globs), or width (the smallest), mode (default); options (of the run)
// - the change: lane, vector, after, text, replace (FIND => WITH), module (OPCODE word N: WAS -> BECOMES), launch
//   (corpus.cpp lists its values). Several replace and module lines are allowed.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/inject/plant.h"

namespace classay::planted {

// The message names the file, the line, and the error.
class CorpusError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::vector<Plant> parse_corpus(const std::string& text, const std::string& file);

// Returns the entries of all files of data/planted. Throws DataError if there is none.
std::vector<Plant> corpus();

}  // namespace classay::planted
