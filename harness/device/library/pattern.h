// Describes how a library names its functions and takes their arguments: 'array:v{s/d}{Name}' is vsSin(n, x, y) of f32. The
// names of C's libm, of the vector ABI of compilers (glibc's libmvec) and of SLEEF are patterns too.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/c_function.h"

namespace classay::library {

enum class CallKind : std::uint8_t {
  scalar,    // as in C: R f(R), or with pointers
  value,     // as in C, except functions with pointers
  vector,    // vectors in registers, as in the vector ABI
  array,     // f(n, x, y): pointers to n arguments and n results, which do not overlap
  in_place,  // the same, and a result may have the place of an argument
};

struct Pattern {
  std::string text;      // as the user wrote it
  std::string function;  // C name of the only function; empty: all functions
  CallKind kind = CallKind::scalar;
  std::string symbol;          // with placeholders
  std::string order = "nxyz";  // arguments of an array function: number, arguments, first and second result
};

// The instruction set of a vector function, as symbols spell it.
struct SetSpelling {
  std::string_view abi;  // letter of the vector ABI
  std::string_view isa;  // suffix of SLEEF; may be empty
};

// Returns the number of real arguments if it has no others; 0: it has no vector variant here.
std::size_t vector_arguments(CForm form);

// Parses FUNCTION=KIND:SYMBOL(ORDER), of which only SYMBOL is required. Throws UsageError.
Pattern read_pattern(std::string_view text);

// The patterns of a library for which the user gives none, in the order in which they are tried.
std::span<const Pattern> usual_patterns();

// Returns the names that a pattern has for a function, in the order in which they are tried; empty: it has none. `accuracy`:
// the error bound in SLEEF's names ("u10", "u35"); empty: all, the usual ones first.
std::vector<std::string> names_of(const Pattern& pattern, const CFunction& function, int width, const SetSpelling& set,
                                  std::string_view accuracy);

}  // namespace classay::library
