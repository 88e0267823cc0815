#include "harness/journal/tally_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/result_fields.h"

namespace classay {

std::string hex(Bits bits, int digits) {
  std::array<char, 16> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), bits, 16);
  const auto length = static_cast<int>(end - text.data());
  return "0x" + std::string(static_cast<std::size_t>(std::max(digits - length, 0)), '0') + std::string(text.data(), end);
}

Bits bits_in(std::string_view text) {
  Bits bits = 0;
  const char* const end = text.data() + text.size();
  const bool is_written_so =
      text.size() >= 3 && text.starts_with("0x") && text.find_first_of("ABCDEF") == std::string_view::npos;
  const auto refuse = [&] { throw std::invalid_argument("'" + std::string(text) + "' is not a bit pattern"); };
  if (!is_written_so) refuse();
  const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
  if (error != std::errc() || stop != end) refuse();
  return bits;
}

Bits bits_from(const Json& json) { return bits_in(json.get_ref<const std::string&>()); }

namespace {

// Number of hex digits of the bits; 0: as many as needed.
struct Digits {
  std::vector<int> inputs;
  std::vector<int> got;  // per component of the result
};

std::vector<std::string> inputs_of(const Sample& s, const Digits& digits) {
  std::vector<std::string> inputs;
  for (std::size_t i = 0; i < digits.inputs.size(); ++i) inputs.push_back(hex(s.inputs.at(i), digits.inputs[i]));
  return inputs;
}

Components got_of(const Sample& s, const Digits& digits) {
  Components got{hex(s.got, digits.got.at(0))};
  if (digits.got.size() > 1) got.emplace_back(hex(s.second, digits.got[1]));
  return got;
}

std::vector<ResultSample> samples_of(const std::vector<Sample>& samples, const Digits& digits) {
  std::vector<ResultSample> all;
  for (const Sample& s : samples) {
    ResultSample& one = all.emplace_back();
    one.index = s.index;
    one.inputs = inputs_of(s, digits);
    one.got = got_of(s, digits);
    one.ulps = s.ulps;
  }
  return all;
}

ResultTally fields_of(const Tally& tally, const Digits& digits) {
  ResultTally fields{.worst = samples_of(tally.worst(), digits),
                     .first = samples_of(tally.first_failures(), digits),
                     .signed_histogram = {tally.histogram().begin(), tally.histogram().end()}};
  for (const auto& [key, s] : tally.per_binade()) {
    const bool negative = (key & 1) != 0;
    fields.per_binade.push_back({.exponent = (key - (negative ? 1 : 0)) / 2,
                                 .sign = negative ? "-" : "+",
                                 .index = s.index,
                                 .inputs = inputs_of(s, digits),
                                 .got = got_of(s, digits),
                                 .ulps = s.ulps});
  }
  return fields;
}

Json tally_json(const Tally& tally, const Digits& digits) {
  return write_fields(TallyRecord{.judged = tally.judged(),
                                  .failed = tally.failed(),
                                  .undefined = tally.undefined(),
                                  .poor = tally.poor(),
                                  .samples = fields_of(tally, digits)});
}

Digits digits_of(const Row& row, Type format, int lanes) {
  Digits digits;
  for (const Type t : result_types(row, format, lanes)) digits.got.push_back(info(t).width / 4);
  for (const Type t : argument_types(row, format)) digits.inputs.push_back(info(t).width / 4);
  return digits;
}

std::vector<Sample> samples_from(const Json& json) {
  std::vector<Sample> all;
  for (const Json& s : json) all.push_back(sample_from(s.at("index"), s.at("inputs"), s.at("got"), s.at("ulps")));
  return all;
}

}  // namespace

Sample sample_from(const Json& index, const Json& inputs, const Json& got, const Json& ulps) {
  Sample s{.index = count_from(index), .ulps = UlpsCodec::read(ulps)};
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

ResultTally result_tally(const Tally& tally, const Row& row, Type format, int lanes) {
  return fields_of(tally, digits_of(row, format, lanes));
}

SearchRecord search_record(const Tally& tally, const Row& row, Type format) {
  ResultTally fields = result_tally(tally, row, format);
  return {.judged = tally.judged(),
          .failed = tally.failed(),
          .undefined = tally.undefined(),
          .poor = tally.poor(),
          .worst = std::move(fields.worst),
          .first = std::move(fields.first),
          .signed_histogram = std::move(fields.signed_histogram)};
}

Json to_json(const SearchRecord& search) { return write_fields(search); }

Json to_json(const Tally& tally, const Row& row, Type format, int lanes) {
  return tally_json(tally, digits_of(row, format, lanes));
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
