// Parses words of the command line, or of a line of standard input, into a call: NAME FORMAT ARG..., and for `judge` also "=
// RESULT...". A vector is one word with commas between its lanes: dot f32 1,2,3 4,5,6. Every error is a UsageError with the
// remedy and a caret below the place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/text/number.h"
#include "harness/text/usage_error.h"
#include "reference/truth/call.h"
#include "suites/glob.h"
#include "suites/plan/tier.h"
#include "suites/row.h"

namespace classay {

// The words before "-" (read calls from standard input): nothing, a name, or a name and a format.
struct Prefix {
  const Row* row = nullptr;
  std::optional<Type> format;
  std::string name;  // as written; used if the format, which may select the row, is not given
};

struct ParsedCall {
  const Row* row = nullptr;
  Type format = Type::f32;
  int lanes = 1;
  std::vector<std::vector<Value>> arguments;  // lanes of each argument
  std::vector<Value> flat;                    // the same, in the order of Call
  std::vector<Value> results;                 // in the order of truths; empty unless requested
  std::vector<std::string> notes;             // "0.1 is not an f32; using 0x1.99999ap-4"

  Call call() const;  // valid as long as this object
  bool takes_vectors() const;
};

// How to parse the words after the name and the format.
struct Reading {
  Notation notation = Notation::value;
  bool with_results = false;
};

ParsedCall read_call(std::string_view line, const Prefix& prefix, const Reading& reading);
Prefix read_prefix(std::string_view words);

// Accept names of editions, profiles and modes in any case, with or without punctuation: clc-3.1, CLC31, "OpenCL C 3.1".
Edition read_edition(std::string_view word);
Profile read_profile(std::string_view word);
Tier read_tier(std::string_view word);
Mode read_mode(std::string_view word);
std::vector<Mode> read_modes(std::string_view words);  // "relaxed,ftz", each once; "all"; "" gives none

std::vector<Glob> read_globs(const std::vector<std::string>& patterns);

// Prints how a builtin is called: "atan2(f32 y, f32 x) -> f32". Vector arguments are f32[n].

// Returns whether the builtin works on complete vectors, whose lanes are separated by commas. Others take one element.
bool takes_vectors(const Row& row);

std::string_view parameter_name(const Row& row, std::size_t index);

std::string signature_text(const Row& row, Type format);
// T is the format; int(T) and uint(T) are integers of its width, int2(T) and uint2(T) of twice its width.
std::string signature_text(const Row& row);

}  // namespace classay
