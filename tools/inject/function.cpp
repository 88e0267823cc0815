#include "tools/inject/function.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/worker/sweep/call_form.h"
#include "kernels/signature_call.h"
#include "kernels/source.h"

namespace classay::planted {
namespace {

constexpr std::string_view kOverloadable = "__attribute__((overloadable))";

// An address space of pointers.
struct Space {
  std::string_view qualifier;
  std::string_view name;
  bool is_read_only = false;
  bool is_generic = false;
};
constexpr std::array<Space, 5> kSpaces{{{"private ", "in_private"},
                                        {"local ", "in_local"},
                                        {"global ", "in_global"},
                                        {"constant ", "in_constant", true},
                                        {"", "in_generic", false, true}}};
constexpr const char* kIfGeneric =
    "#if defined(__opencl_c_generic_address_space) || (__OPENCL_C_VERSION__ >= 200 && __OPENCL_C_VERSION__ < 300)\n";

std::string element(std::string_view vector, int lane, int width) {
  return width == 1 ? std::string(vector) : fmt::format("{}.s{:x}", vector, lane);
}

// One row and format: the types, and the function that contains the snippet.
struct Subject {
  const Plant& plant;
  const Row& row;
  Type format;
  SignatureForm form = *signature_form(row);

  bool is_planted() const {
    return plant.row == &row && std::ranges::find(plant.formats, format) != plant.formats.end() &&
           !(plant.lane.empty() && plant.vector.empty() && plant.after.empty());
  }
  bool has_second() const { return form.slot == Slot::second_result; }
  std::string snippet_name(int width) const {
    // Comparisons return an int for scalars, and integers of the operand's width for vectors.
    return fmt::format("plant_{}{}", info(format).name, results(width)[0] == results(2)[0] || width > 1 ? "" : "_scalar");
  }
  std::vector<Type> results(int width) const { return result_types(row, format, width); }
  std::string held(Type type) const {
    return type == Type::f16 && held_as(row, type) != info(type).clc ? "ushort" : std::string(info(type).clc);
  }
  // The types of a snippet's x, y, z; for loads, x is the loaded value.
  std::vector<std::string> arguments() const {
    std::vector<std::string> all;
    if (form.slot == Slot::argument) return {held(results(1)[0])};
    for (const Type t : argument_types(row, format)) all.push_back(held(t));
    return all;
  }

  std::vector<std::string> guards() const { return extensions(row, format); }
};

std::string guarded(const Subject& subject, const std::string& text) {
  std::string before;
  std::string after;
  for (const std::string& extension : subject.guards()) {
    before += fmt::format("#ifdef {}\n", extension);
    after += "#endif\n";
  }
  return before + text + after;
}

std::string snippet_function(const Subject& s, int width) {
  const std::vector<Type> results = s.results(width);
  const Type result = results[0];
  const bool is_vector = !s.plant.vector.empty();
  const std::vector<std::string> arguments = s.arguments();
  std::string parameters;
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    parameters += fmt::format("{} {}{}, ", arguments[a], is_vector ? "*" : "", "xyz"[a]);
  }
  const std::string r = s.held(result);
  const std::string second = s.has_second() ? s.held(results[1]) : "";
  std::string text = fmt::format("#define T {}\n#define R {}\n#define U {}\n#define I {}\n", arguments[0], r,
                                 info(integer_type(classay::width(result), false)).clc,
                                 info(integer_type(classay::width(result), true)).clc);
  text += fmt::format("#define value(b) as_{}((U)(b))\n#define ulps(v, n) value(bits(v) + (U)(n))\n", r);
  text += fmt::format("static void {}({}{} *{}, {}int lane, int width, int lanes, int space) {{\n", s.snippet_name(width),
                      parameters, r, is_vector ? "r" : "r_",
                      second.empty() ? "" : fmt::format("{} *{}, ", second, is_vector ? "s" : "s_"));
  text += "enum { in_private, in_local, in_global, in_constant, in_generic, by_unsigned };\n";
  if (is_vector) {
    text += "{\n" + s.plant.vector + "\n}\n}\n";
  } else {
    // A block of its own, so that a pragma may come first.
    text += "R r = *r_;\n" + (second.empty() ? "" : second + " s = *s_;\n") + "{\n" + s.plant.lane + "\n}\n*r_ = r;\n" +
            (second.empty() ? "" : "*s_ = s;\n") + "}\n";
  }
  return text + "#undef T\n#undef R\n#undef U\n#undef I\n#undef value\n#undef ulps\n";
}

struct Function {
  const Subject& subject;
  int width;
  const Row& row = subject.row;
  std::vector<Type> results = subject.results(width);
  int lanes = result_count(row, width) / static_cast<int>(results.size());
  std::string f = called(row, width);
  std::string name = "planted_" + (is_replaced(row) ? std::string(row.name) : f);

  std::string result_type() const { return vector_type(subject.held(results[0]), lanes); }
  std::string second_type() const { return vector_type(subject.held(results[1]), width); }

  // "float4 x, float4 y"
  std::string parameters() const {
    std::string text;
    const std::vector<Type> types = argument_types(row, subject.format);
    for (std::size_t a = 0; a < types.size(); ++a) {
      text += fmt::format("{}{} {}", a == 0 ? "" : ", ", vector_type(subject.held(types[a]), width), "xyz"[a]);
    }
    return text;
  }

  std::string expression(const std::string& pointer = "p") const {
    const Letters letters{.f = f,
                          .arguments = {"x", "y", "z"},
                          .type = vector_type(info(subject.format).clc, width),
                          .pointer = pointer,
                          .element_pointer = pointer};
    return spelled(subject.form.result, letters);
  }

  // The snippet's name of an argument; a load changes its argument x into r.
  std::string seen_as(std::size_t argument) const {
    return subject.form.slot == Slot::argument ? "r" : std::string(1, "xyz"[argument]);
  }

  // Returns the statements that change r and s.
  std::string changes(std::string_view space, bool in_memory = false) const {
    if (!subject.is_planted() || (subject.plant.lane.empty() && subject.plant.vector.empty())) return "";
    return subject.plant.vector.empty() ? by_lanes(space, in_memory) : by_vector(space);
  }

  std::string by_lanes(std::string_view space, bool in_memory) const {
    std::string text;
    for (int lane = 0; lane < lanes; ++lane) {
      const std::string r = in_memory ? fmt::format("m[{}]", lane) : element("r", lane, lanes);
      std::string given;
      for (std::size_t a = 0; a < subject.arguments().size(); ++a) {
        given += element(seen_as(a), lane, width) + ", ";
      }
      text += fmt::format("{{ {} l = {}; ", subject.held(results[0]), r);
      std::string second;
      if (subject.has_second()) {
        text += fmt::format("{} k = {}; ", subject.held(results[1]), element("s", lane, width));
        second = "&k, ";
      }
      text += fmt::format("{}({}&l, {}{}, {}, {}, {}); {} = l; ", subject.snippet_name(width), given, second, lane, width,
                          lanes, space, r);
      if (subject.has_second()) text += fmt::format("{} = k; ", element("s", lane, width));
      text += "}\n";
    }
    return text;
  }

  static std::string array(std::string_view type, std::string_view name, std::string_view from, int lanes) {
    std::string text = fmt::format("{} {}[] = {{", type, name);
    for (int lane = 0; lane < lanes; ++lane) text += (lane == 0 ? "" : ", ") + element(from, lane, lanes);
    return text + "};\n";
  }
  static std::string from_array(std::string_view type, std::string_view name, int lanes) {
    std::string text = fmt::format("({})(", vector_type(type, lanes));
    for (int lane = 0; lane < lanes; ++lane) text += fmt::format("{}{}[{}]", lane == 0 ? "" : ", ", name, lane);
    return text + ")";
  }

  std::string by_vector(std::string_view space) const {
    std::string text = "{\n";
    std::string given;
    const std::vector<std::string> arguments = subject.arguments();
    for (std::size_t a = 0; a < arguments.size(); ++a) {
      const std::string lanes_of_it = fmt::format("{}s", "xyz"[a]);
      text += array(arguments[a], lanes_of_it, seen_as(a), width);
      given += lanes_of_it + ", ";
    }
    const std::string r = subject.held(results[0]);
    text += array(r, "rs", "r", lanes);
    if (subject.has_second()) text += array(subject.held(results[1]), "ss", "s", width);
    text += fmt::format("{}({}rs, {}0, {}, {}, {});\n", subject.snippet_name(width), given,
                        subject.has_second() ? "ss, " : "", width, lanes, space);
    text += fmt::format("r = {};\n", from_array(r, "rs", lanes));
    if (subject.has_second()) text += fmt::format("s = {};\n", from_array(subject.held(results[1]), "ss", width));
    return text + "}\n";
  }

  std::string after(std::string_view qualifier, std::string_view element_type, std::string_view at) const {
    if (!subject.is_planted() || subject.plant.after.empty()) return "";
    return fmt::format("{{ const int width = {}; {}{} *m = ({}{} *){};\n{}\n}}\n", width, qualifier, element_type, qualifier,
                       element_type, at, subject.plant.after);
  }

  std::string head(const std::string& result, const std::string& parameters) const {
    return fmt::format("static {} {} {}({}) {{\n", result, kOverloadable, name, parameters);
  }

  std::string plain() const {
    std::string text = head(result_type(), parameters());
    if (row.contraction != Contraction::none) {
      text += fmt::format("#pragma OPENCL FP_CONTRACT {}\n", row.contraction == Contraction::on ? "ON" : "OFF");
    }
    return text + fmt::format("{} r = {};\n", result_type(), expression()) + changes("0") + "return r;\n}\n";
  }

  std::string with_second(const Space& space) const {
    const std::string pointed = std::string(space.qualifier) + second_type();
    std::string text = head(result_type(), fmt::format("{}, {} *p", parameters(), pointed));
    text += fmt::format("{} r = {};\n", result_type(), expression());
    if (const std::string changed = changes(position(space)); !changed.empty()) {
      text += fmt::format("{} s = *p;\n{}*p = s;\n", second_type(), changed);
    }
    return text + after(space.qualifier, subject.held(results[1]), "p") + "return r;\n}\n";
  }

  std::string loading(const Space& space) const {
    const std::string pointed = fmt::format("const {}{}", space.qualifier, info(subject.format).clc);
    std::string text = head(result_type(), fmt::format("size_t offset, {} *p", pointed));
    text += fmt::format("{} r = {}(offset, p);\n", result_type(), f);
    return text + changes(position(space)) + "return r;\n}\n";
  }

  std::string storing(const Space& space) const {
    const Type type = results[0];
    const int stride = is_aligned_access(row) && width == 3 ? 4 : width;
    std::string text =
        head("void", fmt::format("{}, size_t offset, {}{} *p", parameters(), space.qualifier, info(type).clc));
    text += fmt::format("{}(x, offset, p);\n", f);
    const std::string held = subject.held(type);
    const std::string at = fmt::format("p + offset * {}", stride);
    if (const std::string changed = changes(position(space), true); !changed.empty()) {
      text += fmt::format("{{ {0}{1} *m = ({0}{1} *)({2});\n{3}}}\n", space.qualifier, held, at, changed);
    }
    return text + after(space.qualifier, held, "(" + at + ")") + "}\n";
  }

  static std::string position(const Space& space) { return std::to_string(&space - kSpaces.data()); }

  // The overloads with a pointer, one per address space.
  std::string with_pointers() const {
    std::string text;
    for (const Space& space : kSpaces) {
      if (space.is_read_only && subject.form.slot != Slot::argument) continue;
      const std::string one = subject.has_second()                  ? with_second(space)
                              : subject.form.slot == Slot::argument ? loading(space)
                                                                    : storing(space);
      text += space.is_generic ? kIfGeneric + one + "#endif\n" : one;
    }
    return text;
  }

  // The overload with scalars among vectors, such as y of fmax(float4, float).
  std::string with_scalars() const {
    const std::string_view scalars = row.scalars;
    if (scalars.empty() || width == 1 || is_replaced(row)) return "";
    std::string parameters;
    std::string given;
    const std::vector<Type> types = argument_types(row, subject.format);
    for (std::size_t a = 0; a < types.size(); ++a) {
      const char letter = "xyz"[a];
      const bool is_scalar = scalars.find(letter) != std::string_view::npos;
      const std::string vector = vector_type(subject.held(types[a]), width);
      const std::string comma = a == 0 ? "" : ", ";
      parameters += fmt::format("{}{} {}", comma, is_scalar ? subject.held(types[a]) : vector, letter);
      given += comma + (is_scalar ? fmt::format("({})({})", vector, letter) : std::string(1, letter));
    }
    return fmt::format("{}return {}({});\n}}\n", head(result_type(), parameters), name, given);
  }

  // The mask of select may also be unsigned.
  std::string with_unsigned_mask() const {
    if (row.signature != Signature::select || is_replaced(row)) return "";
    const int bits = classay::width(subject.format);
    const std::string own = vector_type(subject.held(subject.format), width);
    return head(own, fmt::format("{0} x, {0} y, {1} z", own, vector_type(info(integer_type(bits, false)).clc, width))) +
           fmt::format("{} r = {};\n", own, expression()) + changes(std::to_string(kSpaces.size())) + "return r;\n}\n";
  }

  std::string text() const {
    if (subject.form.slot != Slot::none) return with_pointers();
    return plain() + with_scalars() + with_unsigned_mask();
  }
};

// A shuffle whose vectors have a different number of elements than the mask is passed to the device unchanged.
std::string other_shuffles(const Subject& subject) {
  const Row& row = subject.row;
  if (row.signature != Signature::shuffle && row.signature != Signature::shuffle2) return "";
  const std::string_view own = info(subject.format).clc;
  const std::string mask(info(integer_type(width(subject.format), false)).clc);
  const bool has_two = row.signature == Signature::shuffle2;
  std::string text;
  for (const int from : widths(row)) {
    for (const int to : widths(row)) {
      if (from == to) continue;
      text += fmt::format("static {0}{2} {4} planted_{5}({0}{1} x, {6}{3}{2} m) {{ return {5}(x, {7}m); }}\n", own, from, to,
                          mask, kOverloadable, row.name, has_two ? fmt::format("{}{} y, ", own, from) : "",
                          has_two ? "y, " : "");
    }
  }
  return text;
}

}  // namespace

bool is_operator(const Row& row) { return called(row, 1).find_first_of("+-*/%<>=&|^~!?") != std::string::npos; }

bool is_replaced(const Row& row) { return is_operator(row) || row.signature == Signature::assign; }

std::string functions(const Plant& plant, const Row& row, Type format) {
  const Subject subject{.plant = plant, .row = row, .format = format};
  std::string all;
  if (subject.is_planted()) {
    all += snippet_function(subject, 2);
    if (subject.snippet_name(1) != subject.snippet_name(2)) all += snippet_function(subject, 1);
  }
  for (const int width : widths(row)) all += Function{subject, width}.text();
  return guarded(subject, all + other_shuffles(subject));
}

Replacement call_replaced(const Row& row, Type format, int width) {
  const Plant nothing;
  const Subject subject{.plant = nothing, .row = row, .format = format};
  const Function function{subject, width};
  const std::string given = std::string("x, y, z").substr(0, 3 * argument_types(row, format).size() - 2);
  return {.find = fmt::format("r = {};", function.expression()), .with = fmt::format("r = {}({});", function.name, given)};
}

}  // namespace classay::planted
