// Describes how C calls a row of the table: sin of f32 is `float sinf(float)`, sin of f64 is `double sin(double)`. A program
// in front end c consists of such a declaration. harness/device/library has a loop for each call variant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "suites/row.h"

namespace classay {

// R is the type, float or double.
enum class CForm : std::uint8_t {
  real,           // R f(R)
  two_reals,      // R f(R, R)
  three_reals,    // R f(R, R, R)
  real_int,       // R f(R, int)
  real_long,      // R f(R, long long): integer powers and roots of C23
  real_to_int,    // int f(R)
  real_and_real,  // R f(R, R*)
  real_and_int,   // R f(R, int*)
  quotient,       // R f(R, R, int*)
  both_out,       // void f(R, R*, R*)
};

struct CFunction {
  std::string name;  // "sinf", "sin", "lgammaf_r"
  Type type = Type::f32;
  CForm form = CForm::real;
  bool operator==(const CFunction&) const = default;
};

// Returns nullopt if C has no such function: for half, for vectors, and for functions that only OpenCL C has.
std::optional<CFunction> c_function(const Row& row, Type format);

std::string plain_name(const CFunction& f);   // without the suffix of its type: "sin", "lgamma_r"
std::string declaration(const CFunction& f);  // "float sinf(float);"
// Returns nullopt if the declaration is invalid.
std::optional<CFunction> c_function_declared(std::string_view declaration);

}  // namespace classay
