// How C calls a row of the table: sin of f32 is `float sinf(float)`, of f64 `double sin(double)`. A program in front end c
// is such a declaration, and no more; harness/devices/library has a loop for each form.
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
  real_long,      // R f(R, long long): whole powers and roots of C23
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

// nullopt where C has no such function: of half, of vectors, of what the language of devices alone knows.
std::optional<CFunction> c_function(const Row& row, Type format);

std::string declaration(const CFunction& f);  // "float sinf(float);"
// nullopt: it is none.
std::optional<CFunction> c_function_declared(std::string_view declaration);

}  // namespace classay
