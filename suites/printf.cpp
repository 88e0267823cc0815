#include "suites/printf.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace classay {
namespace {

// Flags, field width and precision, and the specifier.
struct Shape {
  std::string_view flags;
  char specifier;
};
constexpr auto kSigned = std::to_array<Shape>({{"", 'd'},
                                               {"", 'i'},
                                               {"7", 'd'},
                                               {"-7", 'd'},
                                               {"07", 'd'},
                                               {"+", 'd'},
                                               {" ", 'd'},
                                               {".5", 'd'},
                                               {"24.9", 'd'},
                                               {"-9.4", 'i'},
                                               {"+08", 'd'},
                                               {".0", 'd'}});
constexpr auto kUnsigned = std::to_array<Shape>({{"", 'u'},
                                                 {"", 'o'},
                                                 {"", 'x'},
                                                 {"", 'X'},
                                                 {"#", 'o'},
                                                 {"#", 'x'},
                                                 {"#", 'X'},
                                                 {"9", 'u'},
                                                 {"-9", 'x'},
                                                 {"09", 'o'},
                                                 {".5", 'u'},
                                                 {"#.5", 'o'},
                                                 {"#014", 'x'},
                                                 {".0", 'u'}});
constexpr auto kReal = std::to_array<Shape>(
    {{"", 'f'},    {"", 'F'},    {"", 'e'},     {"", 'E'},      {"", 'g'},      {"", 'G'},      {"", 'a'},
     {"", 'A'},    {".3", 'f'},  {"12.2", 'f'}, {"-12.2", 'f'}, {"012.2", 'f'}, {"+", 'f'},     {" ", 'e'},
     {"#.0", 'f'}, {".0", 'e'},  {"14.3", 'e'}, {"#", 'g'},     {".10", 'g'},   {"+.2", 'E'},   {".3", 'a'},
     {"+.1", 'A'}, {"#.0", 'a'}, {"18.2", 'a'}, {"-18.2", 'A'}, {".0", 'g'},    {"-+14.4", 'e'}});

// Number of values per shape for scalars; vectors have one value per lane.
constexpr std::size_t kScalarValues = 4;

std::vector<Bits> values(Type type) {
  if (is_float(type)) {
    const Format& f = format(type);
    const Bits quarter = f.min_normal() >> 2U;
    return {0,
            f.one() + f.min_normal() + quarter + (quarter >> 1U),  // 2.75
            f.infinity(),
            f.sign_bit(),
            f.one() / 3 * 4,  // some number with many digits
            f.quiet_nan(),
            f.negate(f.one()),
            f.max_finite(),
            f.negate(f.infinity()),
            1,
            f.negate(f.one() + 12345 % f.min_normal()),
            f.min_normal() + 1};
  }
  const Bits half = Bits{1} << static_cast<unsigned>(width(type) - 1);
  return {0, half - 1, 42, half, mask(type), 1};
}

std::string length_of(Type type, int lanes) {
  if (lanes == 1) {
    if (is_float(type) || width(type) == 32) return "";
    return width(type) == 8 ? "hh" : width(type) == 16 ? "h" : "l";
  }
  const std::string_view of_element = width(type) == 8 ? "hh" : width(type) == 16 ? "h" : width(type) == 32 ? "hl" : "l";
  return "v" + std::to_string(lanes) + std::string(of_element);
}

template <std::size_t N>
void append(std::vector<PrintfLine>& lines, const std::array<Shape, N>& shapes, Type type, int lanes) {
  const std::vector<Bits> all = values(type);
  // Coprime to the number of values, so that all values occur in every lane.
  constexpr std::size_t kStep = 5;
  for (const Shape& shape : shapes) {
    for (std::size_t i = 0; i < (lanes == 1 ? kScalarValues : 1); ++i) {
      PrintfLine line{.flags = std::string(shape.flags),
                      .length = length_of(type, lanes),
                      .specifier = shape.specifier,
                      .values = {},
                      .literal = ""};
      const std::size_t first = kStep * lines.size();
      for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes); ++lane) {
        line.values.push_back(all[(first + lane) % all.size()]);
      }
      lines.push_back(std::move(line));
    }
  }
}

// Appends calls of several lines, each with a value of its own: only of the type, and with integers and a string between. A
// device that places arguments by their size has to align them.
void append_calls(std::vector<PrintfLine>& lines, bool prints_characters) {
  const std::size_t count = lines.size();
  const auto value = [&](std::size_t part, bool joins) {
    PrintfLine line = lines[part * count / 5 + 1];
    line.joins = joins;
    return line;
  };
  const auto integer = [](const char* number, bool joins) {
    return PrintfLine{.flags = "4", .length = "", .specifier = 'd', .values = {}, .literal = number, .joins = joins};
  };
  std::vector<PrintfLine> more{value(0, false), value(1, true),       value(2, true), integer("-7", false),
                               value(3, true),  integer("123", true), value(4, true)};
  if (prints_characters)
    more.push_back({.flags = "", .length = "", .specifier = 's', .values = {}, .literal = "ab", .joins = true});
  more.push_back(value(0, true));
  lines.insert(lines.end(), more.begin(), more.end());
}

// Appends characters and strings: plain, padded, and truncated.
void append_characters(std::vector<PrintfLine>& lines) {
  for (const std::string_view flags : {"", "4", "-4"}) {
    lines.push_back({.flags = std::string(flags), .length = "", .specifier = 'c', .values = {'k'}, .literal = ""});
    lines.push_back({.flags = std::string(flags), .length = "", .specifier = 's', .values = {}, .literal = "ab"});
  }
  lines.push_back({.flags = ".2", .length = "", .specifier = 's', .values = {}, .literal = "abcd"});
  lines.push_back({.flags = "6.1", .length = "", .specifier = 's', .values = {}, .literal = "abcd"});
}

double real_value(const Format& f, Bits b) {
  if (f.is_nan(b)) return std::nan("");
  if (f.is_infinite(b)) return f.is_negative(b) ? -HUGE_VAL : HUGE_VAL;
  const Dyadic d = decode(f, b);
  return std::copysign(std::ldexp(static_cast<double>(d.significand), d.exponent), d.negative ? -1.0 : 1.0);
}

template <class T>
std::string host_text(const std::string& directive, T value) {
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(), directive.c_str(), value);
  return text.data();
}

// Returns the text of one element. The value of an integer is the same in a long long.
std::string element_text(Type type, const PrintfLine& line, Bits bits) {
  const std::string start = "%" + line.flags;
  if (is_float(type)) return host_text(start + line.specifier, real_value(format(type), bits));
  if (line.specifier == 'c') return host_text(start + 'c', static_cast<int>(bits));
  if (is_signed(type)) return host_text(start + "ll" + line.specifier, static_cast<long long>(as_signed({type, bits})));
  return host_text(start + "ll" + line.specifier, static_cast<unsigned long long>(bits));
}

bool has_flag(const PrintfLine& line, char flag) {
  const std::size_t end = line.flags.find_first_of("123456789.");
  return line.flags.substr(0, end).find(flag) != std::string::npos;
}
std::size_t field_width(const PrintfLine& line) {
  const std::size_t at = line.flags.find_first_of("123456789.");
  return at == std::string::npos ? 0 : static_cast<std::size_t>(std::atoi(line.flags.c_str() + at));
}

// Returns a text without its padding, if the padding is right.
std::optional<std::string> without_padding(const PrintfLine& line, std::string_view text) {
  const std::size_t least = field_width(line);
  std::string body(text);
  if (least == 0) return body;
  if (has_flag(line, '-')) {
    body.erase(body.find_last_not_of(' ') + 1);
  } else {
    body.erase(0, body.find_first_not_of(' '));
  }
  if (text.size() != std::max(least, body.size())) return std::nullopt;
  return body;
}

bool is_capital(char specifier) { return std::isupper(static_cast<unsigned char>(specifier)) != 0; }

// Removes the sign; returns false if it is not the sign that the flags require.
bool take_sign(const PrintfLine& line, bool negative, bool may_be_either, std::string& body) {
  const char positive = has_flag(line, '+') ? '+' : has_flag(line, ' ') ? ' ' : '\0';
  const char found = !body.empty() && (body[0] == '-' || body[0] == '+' || body[0] == ' ') ? body[0] : '\0';
  if (found != '\0') body.erase(0, 1);
  const bool is_right = found == (negative ? '-' : positive);
  return is_right || (may_be_either && (found == '-' || found == positive));
}

// Accepts "inf" or "infinity"; "nan" or "nan(n-char-sequence)" with any sign.
bool is_special(const PrintfLine& line, double value, std::string_view text) {
  std::optional<std::string> body = without_padding(line, text);
  if (!body || !take_sign(line, std::signbit(value), std::isnan(value), *body)) return false;
  const bool capital = is_capital(line.specifier);
  if (std::isinf(value)) return *body == (capital ? "INF" : "inf") || *body == (capital ? "INFINITY" : "infinity");
  if (!body->starts_with(capital ? "NAN" : "nan")) return false;
  const std::string rest = body->substr(3);
  if (rest.empty()) return true;
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return rest.size() >= 2 && rest.front() == '(' && rest.back() == ')' &&
         std::all_of(rest.begin() + 1, rest.end() - 1, is_word);
}

// Returns the precision; nullopt if there is none.
std::optional<int> precision(const PrintfLine& line) {
  const std::size_t point = line.flags.find('.');
  return point == std::string::npos ? std::nullopt : std::optional(std::atoi(line.flags.c_str() + point + 1));
}

// Returns whether "1.8" is as long as the precision requires, and the number nearest to `value` of that length. `exponent`:
// the power of two of the last digit before the point. "Correctly rounded to a hexadecimal floating number with the given
// precision" (C99 7.19.6.1).
bool is_rounded(const PrintfLine& line, const std::string& digits, int exponent, double value) {
  const std::size_t point = digits.find('.');
  const auto decimals = static_cast<int>(point == std::string::npos ? 0 : digits.size() - point - 1);
  const bool has_point = point != std::string::npos;
  if (const auto wanted = precision(line)) {
    if (decimals != *wanted || has_point != (*wanted > 0 || has_flag(line, '#'))) return false;
  }
  std::string whole = digits;
  if (has_point) whole.erase(point, 1);
  constexpr std::size_t kMost = 15;  // digits that fit into 64 bits; more of them are zeros
  const std::size_t kept = std::min(whole.size(), kMost);
  const auto is_digit = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  if (whole.empty() || !std::ranges::all_of(whole, is_digit) || whole.find_first_not_of('0', kept) != std::string::npos) {
    return false;
  }
  const std::uint64_t said = std::strtoull(whole.substr(0, kept).c_str(), nullptr, 16);
  const int scale = 4 * (decimals - static_cast<int>(whole.size() - kept)) - exponent;
  const double distance = std::fabs(std::ldexp(std::fabs(value), scale) - static_cast<double>(said));
  if (!precision(line)) return distance == 0;
  return distance < 0.5 || (distance == 0.5 && said % 2 == 0);
}

// Accepts "0x1.8p+0". The device chooses the digit before the point, but not zero for a normal number.
bool is_hexadecimal(const Format& f, const PrintfLine& line, Bits bits, std::string_view text) {
  const std::optional<std::string> padded = without_padding(line, text);
  if (!padded) return false;
  std::string body = *padded;
  const bool capital = is_capital(line.specifier);
  if (!take_sign(line, f.is_negative(bits), false, body) || !body.starts_with(capital ? "0X" : "0x")) return false;
  const auto is_other_case = [&](char c) {
    const auto letter = static_cast<unsigned char>(c);
    return std::isalpha(letter) != 0 && is_capital(c) != capital;
  };
  const std::size_t exponent = body.find(capital ? 'P' : 'p');
  if (exponent == std::string::npos || exponent + 2 >= body.size() || std::ranges::any_of(body, is_other_case)) return false;
  if (body[exponent + 1] != '+' && body[exponent + 1] != '-') return false;
  // The exponent has as few digits as possible, and only a zero for zero.
  const std::string digits = body.substr(exponent + 2);
  if (digits[0] == '0' && digits.size() > 1) return false;
  if (f.is_zero(bits) && digits != "0") return false;
  if (body[3] != '.' && body[3] != (capital ? 'P' : 'p')) return false;  // one digit
  if (body[2] == '0' && f.is_normal(bits)) return false;
  char* end = nullptr;
  const long power = std::strtol(body.c_str() + exponent + 1, &end, 10);
  if (*end != '\0' || std::abs(power) > 2000) return false;
  // A subnormal number may be rounded to zero, but only if its digit before the point is 0.
  const std::string rounded = body.substr(2, exponent - 2);
  const bool is_lost = !f.is_zero(bits) && rounded.find_first_not_of("0.") == std::string::npos;
  const auto smallest = [](double normal) { return static_cast<long>(std::ilogb(normal)); };
  if (is_lost && power != smallest(DBL_MIN) && power != smallest(real_value(f, f.min_normal()))) return false;
  return is_rounded(line, rounded, static_cast<int>(power), real_value(f, bits));
}

bool is_right(Type type, const PrintfLine& line, Bits bits, std::string_view text) {
  if (is_float(type)) {
    const Format& f = format(type);
    if (!f.is_finite(bits)) return is_special(line, real_value(f, bits), text);
    if (line.specifier == 'a' || line.specifier == 'A') return is_hexadecimal(f, line, bits, text);
  }
  return text == element_text(type, line, bits);
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t comma; (comma = text.find(',')) != std::string_view::npos; text.remove_prefix(comma + 1)) {
    parts.push_back(text.substr(0, comma));
  }
  parts.push_back(text);
  return parts;
}

}  // namespace

std::vector<PrintfLine> printf_lines(FrontEnd front_end, Type type, int width) {
  std::vector<PrintfLine> lines;
  if (is_float(type)) {
    append(lines, kReal, type, width);
  } else if (is_signed(type)) {
    append(lines, kSigned, type, width);
  } else {
    append(lines, kUnsigned, type, width);
  }
  append_calls(lines, info(front_end).prints_characters);
  if (type != Type::i32 || width != 1) return lines;
  if (info(front_end).prints_characters) append_characters(lines);
  lines.push_back({.flags = "", .length = "", .specifier = '%', .values = {}, .literal = ""});
  return lines;
}

std::string usual_text(Type type, const PrintfLine& line) {
  if (line.specifier == '%') return "%";
  if (line.specifier == 's') return host_text("%" + line.flags + 's', line.literal.c_str());
  if (!line.literal.empty()) return host_text("%" + line.flags + 'd', std::atoi(line.literal.c_str()));
  std::string text;
  for (std::size_t lane = 0; lane < line.values.size(); ++lane) {
    text += (lane == 0 ? "" : ",") + element_text(type, line, line.values[lane]);
  }
  return text;
}

std::optional<std::string> objection(Type type, const PrintfLine& line, std::string_view text) {
  const auto wrong = [&] {
    return "printf(\"" + line.directive() + "\") gives \"" + std::string(text) + "\" where \"" + usual_text(type, line) +
           "\" is right";
  };
  if (line.values.size() <= 1) {
    const bool right = line.values.empty() ? text == usual_text(type, line) : is_right(type, line, line.values[0], text);
    return right ? std::nullopt : std::optional(wrong());
  }
  const std::vector<std::string_view> parts = parts_of(text);
  if (parts.size() != line.values.size()) return wrong();
  for (std::size_t lane = 0; lane < parts.size(); ++lane) {
    if (!is_right(type, line, line.values[lane], parts[lane])) return wrong();
  }
  return std::nullopt;
}

}  // namespace classay
