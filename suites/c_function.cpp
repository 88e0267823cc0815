#include "suites/c_function.h"

#include <algorithm>
#include <array>

#include "reference/oracle/oracle.h"

namespace classay {
namespace {

// R stands for the type, and f for the name.
struct Spelling {
  CForm form;
  std::string_view text;
};
constexpr auto kSpellings = std::to_array<Spelling>({
    {CForm::real, "R f(R);"},
    {CForm::two_reals, "R f(R, R);"},
    {CForm::three_reals, "R f(R, R, R);"},
    {CForm::real_int, "R f(R, int);"},
    {CForm::real_long, "R f(R, long long);"},
    {CForm::real_to_int, "int f(R);"},
    {CForm::real_and_real, "R f(R, R*);"},
    {CForm::real_and_int, "R f(R, int*);"},
    {CForm::quotient, "R f(R, R, int*);"},
    {CForm::both_out, "void f(R, R*, R*);"},
});

std::string spelled(std::string_view text, Type type) {
  std::string all;
  for (const char c : text) all += c == 'R' ? std::string(info(type).clc) : std::string(1, c);
  return all;
}

std::optional<CForm> form_of(const Row& row) {
  switch (row.signature) {
    case Signature::unary: return CForm::real;
    case Signature::binary: return CForm::two_reals;
    case Signature::ternary: return CForm::three_reals;
    case Signature::real_int: return row.family == Family::scaling ? CForm::real_int : CForm::real_long;
    case Signature::real_to_int: return CForm::real_to_int;
    case Signature::real_and_int: return CForm::real_and_int;
    case Signature::remquo: return CForm::quotient;
    case Signature::real_and_real:
      if (row.truth == oracle::fract) return std::nullopt;
      return row.truth == oracle::sincos ? CForm::both_out : CForm::real_and_real;
    default: return std::nullopt;
  }
}

// Returns where the suffix f is, which precedes the suffix of a thread-safe variant.
std::size_t suffix_end(std::string_view name) { return name.ends_with("_r") ? name.size() - 2 : name.size(); }

std::string name_of(const Row& row, Type format) {
  std::string name(row.name);
  if (format == Type::f32) name.insert(suffix_end(name), "f");
  return name;
}

}  // namespace

std::optional<CFunction> c_function(const Row& row, Type format) {
  if (row.group != Group::math || (format != Type::f32 && format != Type::f64)) return std::nullopt;
  const std::optional<CForm> form = form_of(row);
  if (!form) return std::nullopt;
  return CFunction{name_of(row, format), format, *form};
}

std::string plain_name(const CFunction& f) {
  std::string name = f.name;
  if (f.type == Type::f32) name.erase(suffix_end(name) - 1, 1);
  return name;
}

std::string declaration(const CFunction& f) {
  std::string text = spelled(std::ranges::find(kSpellings, f.form, &Spelling::form)->text, f.type);
  return text.replace(text.find("f("), 1, f.name);
}

std::optional<CFunction> c_function_declared(std::string_view declaration) {
  for (const Type type : {Type::f32, Type::f64}) {
    for (const auto& [form, text] : kSpellings) {
      const std::size_t at = text.find("f(");
      const std::string before = spelled(text.substr(0, at), type);
      const std::string after = spelled(text.substr(at + 1), type);
      if (!declaration.starts_with(before) || !declaration.ends_with(after)) continue;
      const std::string_view name = declaration.substr(before.size(), declaration.size() - before.size() - after.size());
      if (!name.empty() && name.find('(') == std::string_view::npos) return CFunction{std::string(name), type, form};
    }
  }
  return std::nullopt;
}

}  // namespace classay
