#include "kernels/digesting.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/digest.h"

namespace classay {
namespace {

std::string_view word_of(int bytes) {
  switch (bytes) {
    case 1: return "uchar";
    case 2: return "ushort";
    case 4: return "uint";
    case 8: return "ulong";
    default: throw std::invalid_argument("a component has 1, 2, 4 or 8 bytes");
  }
}

std::string text_of(const DigestedWord& word) {
  if (!word.component) return "0";
  if (word.is_high_half) return fmt::format("(uint)(c{} >> 32)", *word.component);
  const std::string low = fmt::format("(uint)c{}", *word.component);
  return word.upper_component ? fmt::format("{} | (uint)c{} << 16", low, *word.upper_component) : low;
}

constexpr const char* kWords = R"(uint mixed(uint x) {{
  x = (x ^ (x >> 16)) * {first}u;
  x = (x ^ (x >> 15)) * {second}u;
  return x ^ (x >> 16);
}}

ulong digest_of(uint word, ulong number) {{
  const uint place = (uint)number % {group}u;
  const ulong of = number / {group}u;
  const uint key = mixed((uint)of) ^ mixed((uint)(of >> 32) + {high}u);
  const uint value = word ^ mixed(2 * place + 1) ^ key;
  return (ulong)value * ((mixed(2 * place + 2) ^ mixed(key)) | 1u);
}}

)";

constexpr const char* kKernel =
    R"(kernel void {kernel}(global ulong* sums, {outputs}ulong first, ulong count, ulong shift, ulong width, ulong items,
                        ulong last_item, ulong last_lane{strides}) {{
{last}  ulong sum = 0;
  ulong has_other_padding = 0;
  for (ulong item = get_global_id(0); item < items; item += get_global_size(0)) {{
    for (ulong lane = 0; lane < width; ++lane) {{
{loads}      const ulong section = lane + shift < width ? lane + shift : lane + shift - width;
      const ulong at = section * items + item;
      if (at < count) {{
{sums}      }} else if ({differs}) {{
        has_other_padding = 1;
      }}
    }}
  }}
  sums[get_global_id(0) * {numbers}] = sum;
  sums[get_global_id(0) * {numbers} + 1] = has_other_padding;
}}
)";

// Code with one line, or one term, per component.
struct OfComponents {
  std::string outputs;
  std::string strides;
  std::string last;
  std::string loads;
  std::string differs;
};

OfComponents of_components(std::span<const int> bytes) {
  OfComponents all;
  for (std::size_t c = 0; c < bytes.size(); ++c) {
    const std::string_view type = word_of(bytes[c]);
    all.outputs += fmt::format("global const {}* out{}, ", type, c);
    all.strides += fmt::format(", ulong stride{}", c);
    all.last += fmt::format("  const {0} last{1} = out{1}[last_item * stride{1} + last_lane];\n", type, c);
    all.loads += fmt::format("      const {0} c{1} = out{1}[item * stride{1} + lane];\n", type, c);
    all.differs += fmt::format("{0}c{1} != last{1}", c == 0 ? "" : " || ", c);
  }
  return all;
}

std::string sums(const std::vector<DigestedWord>& words) {
  std::string all;
  for (std::size_t w = 0; w < words.size(); ++w) {
    all += fmt::format("        sum += digest_of({}, (first + at) * {} + {});\n", text_of(words[w]), words.size(), w);
  }
  return all;
}

}  // namespace

std::vector<DigestedWord> digested_words(const Digested& digested) {
  for (const int bytes : digested.bytes) word_of(bytes);  // throws
  if (digested.bytes.size() == 2 && digested.part == 2) return {{.component = 0, .upper_component = 1}};
  std::vector<DigestedWord> words;
  for (std::size_t c = 0; c < digested.bytes.size(); ++c) {
    words.push_back({.component = c});
    if (digested.part < 8) continue;
    const bool has_high_half = digested.bytes[c] == 8;
    words.push_back(has_high_half ? DigestedWord{.component = c, .is_high_half = true} : DigestedWord{});
  }
  return words;
}

Source digesting_source(const Digested& digested) {
  const OfComponents each = of_components(digested.bytes);
  std::string text =
      fmt::format(kWords, fmt::arg("first", digest_words::kFirstFactor), fmt::arg("second", digest_words::kSecondFactor),
                  fmt::arg("group", digest_words::kGroup), fmt::arg("high", digest_words::kHighHalf));
  text += fmt::format(kKernel, fmt::arg("kernel", kDigestingKernel), fmt::arg("outputs", each.outputs),
                      fmt::arg("strides", each.strides), fmt::arg("last", each.last), fmt::arg("loads", each.loads),
                      fmt::arg("sums", sums(digested_words(digested))), fmt::arg("differs", each.differs),
                      fmt::arg("numbers", kDigestingNumbers));
  return {.text = text, .options = ""};
}

}  // namespace classay
