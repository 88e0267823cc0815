#include "harness/journal/tally_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace classay {

std::string hex(Bits bits, int digits) {
  std::array<char, 16> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), bits, 16);
  const auto length = static_cast<int>(end - text.data());
  return "0x" + std::string(static_cast<std::size_t>(std::max(digits - length, 0)), '0') + std::string(text.data(), end);
}

Bits bits_from(const Json& json) {
  const auto& text = json.get_ref<const std::string&>();
  Bits bits = 0;
  const char* const end = text.data() + text.size();
  const bool is_written_so = text.size() >= 3 && text.starts_with("0x") && text.find_first_of("ABCDEF") == std::string::npos;
  if (!is_written_so) throw std::invalid_argument("'" + text + "' is not a bit pattern");
  const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
  if (error != std::errc() || stop != end) throw std::invalid_argument("'" + text + "' is not a bit pattern");
  return bits;
}

namespace {

// Number of hex digits of the bits; 0: as many as needed.
struct Digits {
  std::vector<int> inputs;
  std::vector<int> got;  // per component of the result
};

Json ulps_json(double ulps) {
  if (std::isfinite(ulps)) return ulps;
  return std::isnan(ulps) ? "nan" : ulps < 0 ? "-inf" : "inf";
}

Json inputs_json(const Sample& s, const Digits& digits) {
  Json inputs = Json::array();
  for (std::size_t i = 0; i < digits.inputs.size(); ++i) inputs.push_back(hex(s.inputs.at(i), digits.inputs[i]));
  return inputs;
}

// A list for two components.
Json got_json(const Sample& s, const Digits& digits) {
  const Json first = hex(s.got, digits.got.at(0));
  return digits.got.size() == 1 ? first : Json::array({first, hex(s.second, digits.got[1])});
}

Json sample_json(const Sample& s, const Digits& digits) {
  return {{"index", s.index}, {"inputs", inputs_json(s, digits)}, {"got", got_json(s, digits)}, {"ulps", ulps_json(s.ulps)}};
}

Json samples_json(const std::vector<Sample>& samples, const Digits& digits) {
  Json all = Json::array();
  for (const Sample& s : samples) all.push_back(sample_json(s, digits));
  return all;
}

Json tally_json(const Tally& tally, const Digits& digits) {
  Json binades = Json::array();
  for (const auto& [key, s] : tally.per_binade()) {
    const bool negative = (key & 1) != 0;
    binades.push_back(Json::array({(key - (negative ? 1 : 0)) / 2, negative ? "-" : "+", s.index, inputs_json(s, digits),
                                   got_json(s, digits), ulps_json(s.ulps)}));
  }
  return {{"judged", tally.judged()},
          {"failed", tally.failed()},
          {"undefined", tally.undefined()},
          {"poor", tally.poor()},
          {"worst", samples_json(tally.worst(), digits)},
          {"first", samples_json(tally.first_failures(), digits)},
          {"signed_histogram", tally.histogram()},
          {"per_binade", std::move(binades)}};
}

double ulps_from(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto& text = json.get_ref<const std::string&>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::invalid_argument("'" + text + "' is not an error in ulp");
}

std::vector<Sample> samples_from(const Json& json) {
  std::vector<Sample> all;
  for (const Json& s : json) all.push_back(sample_from(s.at("index"), s.at("inputs"), s.at("got"), s.at("ulps")));
  return all;
}

}  // namespace

Sample sample_from(const Json& index, const Json& inputs, const Json& got, const Json& ulps) {
  Sample s{.index = count_from(index), .ulps = ulps_from(ulps)};
  s.got = bits_from(got.is_array() ? got.at(0) : got);
  if (got.is_array()) s.second = bits_from(got.at(1));
  if (!inputs.is_array() || inputs.size() > s.inputs.size()) throw std::invalid_argument("a sample without its inputs");
  for (std::size_t i = 0; i < inputs.size(); ++i) s.inputs[i] = bits_from(inputs[i]);
  return s;
}

std::map<int, Sample> binades_from(const Json& json) {
  std::map<int, Sample> all;
  for (const Json& b : json) {
    // Every format has smaller exponents, and the key would overflow for much larger ones.
    const int exponent = small_from(b.at(0), 1'000'000);
    const auto& sign = b.at(1).get_ref<const std::string&>();
    if (sign != "-" && sign != "+") throw std::invalid_argument("no binade: " + shortened(b));
    const int key = 2 * exponent + (sign == "-" ? 1 : 0);
    const bool is_new = all.emplace(key, sample_from(b.at(2), b.at(3), b.at(4), b.at(5))).second;
    if (!is_new) throw std::invalid_argument("a binade stands there twice");
  }
  return all;
}

Json to_json(const Tally& tally, const Row& row, Type format, int lanes) {
  Digits digits;
  for (const Type t : result_types(row, format, lanes)) digits.got.push_back(info(t).width / 4);
  for (const Type t : argument_types(row, format)) digits.inputs.push_back(info(t).width / 4);
  return tally_json(tally, digits);
}

Json to_json(const Tally& tally) { return tally_json(tally, {.inputs = {0, 0, 0}, .got = {0, 0}}); }

std::string inputs_text(const Json& sample) {
  std::string text;
  for (const Json& bits : sample.at("inputs")) text += (text.empty() ? "" : ",") + bits.get<std::string>();
  return text;
}

Tally tally_from(const Json& json) {
  try {
    const Json& counts = json.contains("counts") ? json.at("counts") : json;
    Tally::Parts parts{.judged = count_from(counts.at("judged")),
                       .failed = count_from(counts.at("failed")),
                       .undefined = count_from(counts.at("undefined")),
                       .poor = counts.contains("poor") ? count_from(counts.at("poor")) : 0,  // older journals have none
                       .worst = samples_from(json.at("worst")),
                       .first_failures = samples_from(json.at("first")),
                       .per_binade = binades_from(json.at("per_binade"))};
    const Json& histogram = json.at("signed_histogram");
    if (histogram.size() != parts.histogram.size()) throw std::invalid_argument("a histogram with other bins");
    for (std::size_t i = 0; i < parts.histogram.size(); ++i) parts.histogram[i] = count_from(histogram.at(i));
    return Tally::of(std::move(parts));
  } catch (const Json::exception& e) {
    throw std::invalid_argument("malformed tally: " + in_words(e));
  }
}

}  // namespace classay
