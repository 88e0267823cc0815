#include "harness/text/visible.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace classay {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// ASCII and ISO 6429 (C1) controls, and Unicode's format characters, line separators and noncharacters.
constexpr std::array<Range, 17> kUnseen{{{0x0, 0x1f},
                                         {0x7f, 0x9f},
                                         {0xad, 0xad},
                                         {0x600, 0x605},
                                         {0x61c, 0x61c},
                                         {0x6dd, 0x6dd},
                                         {0x70f, 0x70f},
                                         {0x180b, 0x180f},
                                         {0x200b, 0x200f},
                                         {0x2028, 0x202e},
                                         {0x2060, 0x206f},
                                         {0x3164, 0x3164},
                                         {0xfe00, 0xfe0f},
                                         {0xfeff, 0xfeff},
                                         {0xfff0, 0xfffb},
                                         {0xe000, 0xf8ff},
                                         {0xe0000, 0x10ffff}}};

// A UTF-8 character, or a byte that does not start one.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool is_valid = false;
};

// RFC 3629: no surrogates, no overlong forms, no values above U+10FFFF.
Character first_of(std::string_view text) {
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {.code = lead, .bytes = 1, .is_valid = true};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {.code = lead};
  char32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0U) != 0x80) return {.code = lead};
    code = (code << 6U) | (next & 0x3fU);
  }
  const bool is_character = code >= kLeast.at(bytes) && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return is_character ? Character{.code = code, .bytes = bytes, .is_valid = true} : Character{.code = lead};
}

bool is_unseen(char32_t code) {
  return std::ranges::any_of(kUnseen, [code](const Range& r) { return r.first <= code && code <= r.last; });
}

bool is_plain(char c) { return c >= 0x20 && c <= 0x7e; }

std::string numbered(const char* format, char32_t code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, static_cast<unsigned>(code));  // NOLINT(cppcoreguidelines-pro-type-vararg)
  return text.data();
}

// The same escapes as in JSON, so that a JSON string keeps its value.
std::string shown(const Character& c) {
  if (!c.is_valid) return numbered("\\x%02x", c.code);
  if (c.code == '\n') return "\\n";
  if (c.code == '\t') return "\\t";
  if (c.code == '\r') return "\\r";
  if (c.code <= 0xffff) return numbered("\\u%04x", c.code);
  // JSON writes a surrogate pair.
  const char32_t rest = c.code - 0x10000;
  return numbered("\\u%04x", 0xd800 + (rest >> 10U)) + numbered("\\u%04x", 0xdc00 + (rest & 0x3ffU));
}

std::string shown_text(std::string_view text, std::string_view kept) {
  std::string all;
  all.reserve(text.size());
  while (!text.empty()) {
    const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    all += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Character c = first_of(text);
    const bool is_kept = c.code < 0x80 && kept.find(static_cast<char>(c.code)) != std::string_view::npos;
    const bool is_seen = c.is_valid && (is_kept || !is_unseen(c.code));
    all += is_seen ? std::string(text.substr(0, c.bytes)) : shown(c);
    text.remove_prefix(c.bytes);
  }
  return all;
}

}  // namespace

std::string visible(std::string_view text) { return shown_text(text, ""); }

std::string visible_lines(std::string_view text) { return shown_text(text, "\n\t"); }

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character c = first_of(text);
    if (!c.is_valid) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

bool is_visible(std::string_view text) { return visible(text) == text; }

}  // namespace classay
