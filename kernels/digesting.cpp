#include "kernels/digesting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// The words of the element in which component c stands in `parts`.
std::vector<std::string> words_of(const Digested& d) {
  if (d.bytes.size() == 2 && d.part == 2) return {"(uint)c0 | (uint)c1 << 16"};
  std::vector<std::string> words;
  for (std::size_t c = 0; c < d.bytes.size(); ++c) {
    words.push_back(fmt::format("(uint)c{}", c));
    if (d.part == 8) words.push_back(d.bytes[c] == 8 ? fmt::format("(uint)(c{} >> 32)", c) : "0");
  }
  return words;
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

}  // namespace

Source digesting_source(const Digested& digested) {
  using namespace digest_words;
  const std::vector<std::string> words = words_of(digested);
  std::string text = fmt::format(kWords, fmt::arg("first", kFirstFactor), fmt::arg("second", kSecondFactor),
                                 fmt::arg("group", kGroup), fmt::arg("high", kHighHalf));
  std::string outputs;
  std::string strides;
  std::string last;
  std::string loads;
  for (std::size_t c = 0; c < digested.bytes.size(); ++c) {
    const std::string_view type = word_of(digested.bytes[c]);
    outputs += fmt::format("global const {}* out{}, ", type, c);
    strides += fmt::format(", ulong stride{}", c);
    last += fmt::format("  const {0} last{1} = out{1}[last_item * stride{1} + last_lane];\n", type, c);
    loads += fmt::format("      const {0} c{1} = out{1}[item * stride{1} + lane];\n", type, c);
  }
  std::string sums;
  for (std::size_t w = 0; w < words.size(); ++w) {
    sums += fmt::format("        sum += digest_of({}, (first + at) * {} + {});\n", words[w], words.size(), w);
  }
  std::string differences;
  for (std::size_t c = 0; c < digested.bytes.size(); ++c) {
    differences += fmt::format("{}c{} != last{}", c == 0 ? "" : " || ", c, c);
  }
  text += fmt::format(
      "kernel void {}(global ulong* sums, {}ulong first, ulong count, ulong shift, ulong width, ulong items,\n"
      "                        ulong last_item, ulong last_lane{}) {{\n",
      kDigestingKernel, outputs, strides);
  text += last;
  text += "  ulong sum = 0;\n  ulong has_other_padding = 0;\n";
  text += "  for (ulong item = get_global_id(0); item < items; item += get_global_size(0)) {\n";
  text += "    for (ulong lane = 0; lane < width; ++lane) {\n";
  text += loads;
  text += "      const ulong section = lane + shift < width ? lane + shift : lane + shift - width;\n";
  text += "      const ulong at = section * items + item;\n";
  text += "      if (at < count) {\n" + sums + "      } else if (" + differences + ") {\n";
  text += "        has_other_padding = 1;\n      }\n    }\n  }\n";
  text += fmt::format("  sums[get_global_id(0) * {0}] = sum;\n  sums[get_global_id(0) * {0} + 1] = has_other_padding;\n}}\n",
                      kDigestingNumbers);
  return {.text = text, .options = ""};
}

}  // namespace classay
