#include "kernels/signature_call.h"

#include <algorithm>
#include <cctype>

#include "suites/cases.h"

namespace classay {
namespace {

constexpr std::array kForms = std::to_array<SignatureForm>({
    {Signature::unary, "", "f(x)"},
    {Signature::binary, "", "f(x, y)"},
    {Signature::ternary, "", "f(x, y, z)"},
    {Signature::real_int, "", "f(x, y)"},
    {Signature::real_to_int, "", "f(x)"},
    {Signature::code_to_real, "", "f(x)"},
    {Signature::real_and_real, "", "f(x, p)", Slot::second_result},
    {Signature::real_and_int, "", "f(x, p)", Slot::second_result},
    {Signature::remquo, "", "f(x, y, p)", Slot::second_result},
    {Signature::int_unary, "", "f(x)"},
    {Signature::int_binary, "", "f(x, y)"},
    {Signature::int_ternary, "", "f(x, y, z)"},
    {Signature::int_widen, "", "f(x, y)"},
    {Signature::int_to_unsigned, "", "f(x)"},
    {Signature::int_binary_to_unsigned, "", "f(x, y)"},
    {Signature::compare, "", "f(x, y)"},
    {Signature::classify, "", "f(x)"},
    {Signature::reduce, "", "f(x)", Slot::none, true},
    {Signature::bitselect, "", "f(x, y, z)"},
    {Signature::select, "", "f(x, y, z)"},
    {Signature::vector_to_scalar, "", "f(x)", Slot::none, true},
    {Signature::vectors_to_scalar, "", "f(x, y)", Slot::none, true},
    {Signature::vector_to_vector, "", "f(x)", Slot::none, true},
    {Signature::vectors_to_vector, "", "f(x, y)", Slot::none, true},
    {Signature::integer_dot, "", "f(x, y)", Slot::none, true},
    {Signature::integer_dot_sat, "", "f(x, y, (z).s0)", Slot::none, true},
    {Signature::packed_dot, "", "f(x, y)"},
    {Signature::packed_dot_sat, "", "f(x, y, z)"},
    {Signature::insert_field, "", "f(x, y, z & 255, z >> 8)", Slot::none, false, "z"},
    {Signature::extract_signed, "", "f(x, y & 255, y >> 8)", Slot::none, false, "y"},
    {Signature::extract_unsigned, "", "f(x, y & 255, y >> 8)", Slot::none, false, "y"},
    {Signature::convert, "", "f(x)"},
    {Signature::assign, "", "x"},
    // Adding -0 leaves every number unchanged, including zeros of both signs.
    {Signature::widen, "", "-(f)(0) + x", Slot::none, false, "x"},
    {Signature::reinterpret, "", "f(x)"},
    {Signature::load, "*p = x;", "f(0, e)", Slot::argument},
    {Signature::store, "f(x, 0, e);", "*p", Slot::result},
    {Signature::load_half, "*p = x;", "f(0, e)", Slot::argument},
    {Signature::store_half, "f(x, 0, e);", "*p", Slot::result},
    {Signature::shuffle, "", "f(x, y)", Slot::none, true},
    {Signature::shuffle2, "", "f(x, y, z)", Slot::none, true},
});

// Operators that need more than a sign before or between the operands, as the table spells them.
struct OperatorForm {
  std::string_view clc;
  std::string_view form;
  bool changes_operand = false;  // the operand is *p, which equals x before
};
constexpr std::array kOperators = std::to_array<OperatorForm>({
    {"=", "x"},
    {"1/", "(t)(1) / x"},
    {"*+", "x * y + z"},
    {"*-", "x * y - z"},
    {"-*+", "-(x * y) + z"},
    {"-*-", "-(x * y) - z"},
    {"+-*", "z - x * y"},
    {"?:", "z ? y : x"},
    {"++x", "++*p", true},
    {"--x", "--*p", true},
    {"(x)++", "(*p)++", true},
    {"(x)--", "(*p)--", true},
    {"(x)++, x", "((*p)++, *p)", true},
    {"(x)--, x", "((*p)--, *p)", true},
});

bool is_operator(const Row& row) { return !row.clc.empty() && std::isalpha(static_cast<unsigned char>(row.clc[0])) == 0; }

OperatorForm operator_form(const Row& row) {
  for (const OperatorForm& o : kOperators) {
    if (o.clc == row.clc || o.clc == row.clc.substr(0, row.clc.find(' '))) return o;
  }
  if (row.section == "Assignment Operator") return {row.clc, "*p f y", true};
  return {row.clc, argument_types(row, row.formats[0]).size() == 1 ? "fx" : "x f y"};
}

bool is_half_access(const Row& row) {
  return row.signature == Signature::load_half || row.signature == Signature::store_half;
}

bool names_type(const Row& row) { return row.signature == Signature::convert || row.signature == Signature::reinterpret; }

bool names_width(const Row& row) {
  return row.signature == Signature::load || row.signature == Signature::store || is_half_access(row);
}

}  // namespace

std::optional<SignatureForm> signature_form(const Row& row) {
  const auto* const at = std::ranges::find(kForms, row.signature, &SignatureForm::signature);
  if (at == kForms.end() || row.truth == nullptr || !speaks(FrontEnd::clc, row)) return std::nullopt;
  SignatureForm form = *at;
  if (!is_operator(row)) return form;
  const OperatorForm of_operator = operator_form(row);
  form.result = of_operator.form;
  if (!of_operator.changes_operand) return form;
  form.before = "*p = x;";
  form.slot = Slot::argument;
  return form;
}

std::string spelled(std::string_view form, const Letters& letters) {
  std::string text;
  for (const char c : form) {
    switch (c) {
      case 'f': text += letters.f; break;
      case 't': text += letters.type; break;
      case 'p': text += letters.pointer; break;
      case 'e': text += letters.element_pointer; break;
      case 'x':
      case 'y':
      case 'z': text += letters.arguments.at(static_cast<std::size_t>(c - 'x')); break;
      default: text += c;
    }
  }
  return text;
}

std::string called(const Row& row, int width) {
  if (row.signature == Signature::assign || row.signature == Signature::widen) return vector_type(info(row.to).clc, width);
  std::string f(row.clc.empty() ? row.name : row.clc);
  const std::string n = width == 1 ? "" : std::to_string(width);
  if (names_type(row)) return f.insert(f.find('_') + 1 + info(row.to).clc.size(), n);
  if (!names_width(row)) return f;
  // The position of the n that is replaced by the width: in vloadn, in vstoren, or after "half".
  const std::size_t half = f.find("half");
  const std::size_t at = half == std::string::npos ? f.size() - 1 : half + 4;
  return at < f.size() && f[at] == 'n' ? f.replace(at, 1, n) : f;
}

bool is_aligned_access(const Row& row) { return row.name.find("a_half") != std::string_view::npos; }

std::string vector_type(std::string_view element, int width) {
  return std::string(element) + (width == 1 ? "" : std::to_string(width));
}

std::string_view held_as(const Row& row, Type type) {
  return type == Type::f16 && is_half_access(row) ? "ushort" : info(type).clc;
}

Type slot_type(const Row& row, Type format, Slot slot) {
  if (slot == Slot::argument) return argument_types(row, format).front();
  return result_types(row, format).back();
}

}  // namespace classay
