#include "harness/journal/tally_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
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

// `one`: a ResultSample or a BinadeSample.
Sample sample_from(const auto& one) {
  Sample s{.index = one.index, .ulps = one.ulps};
  s.got = bits_in(one.got.at(0).value());
  if (one.got.size() > 1) s.second = bits_in(one.got[1].value());
  if (one.inputs.size() > s.inputs.size()) throw std::invalid_argument("a sample without its inputs");
  std::ranges::transform(one.inputs, s.inputs.begin(), bits_in);
  return s;
}

std::vector<Sample> samples_from(const std::vector<ResultSample>& list) {
  std::vector<Sample> all;
  for (const ResultSample& one : list) all.push_back(sample_from(one));
  return all;
}

}  // namespace

std::map<int, Sample> binades_from(const std::vector<BinadeSample>& binades) {
  std::map<int, Sample> all;
  for (const BinadeSample& b : binades) {
    if (b.sign != "-" && b.sign != "+") throw std::invalid_argument("no binade: the sign '" + b.sign + "'");
    const int key = 2 * b.exponent + (b.sign == "-" ? 1 : 0);
    if (!all.emplace(key, sample_from(b)).second) throw std::invalid_argument("a binade stands there twice");
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

Json to_json(const Tally& tally, const Row& row, Type format, int lanes) {
  return tally_json(tally, digits_of(row, format, lanes));
}

Json to_json(const Tally& tally) { return tally_json(tally, {.inputs = {0, 0, 0}, .got = {0, 0}}); }

std::string inputs_text(const ResultSample& sample) { return fmt::format("{}", fmt::join(sample.inputs, ",")); }

Tally tally_from(const TallyRecord& record) {
  const ResultTally& samples = record.samples;
  Tally::Parts parts{.judged = record.judged,
                     .failed = record.failed,
                     .undefined = record.undefined,
                     .poor = record.poor,
                     .worst = samples_from(samples.worst),
                     .first_failures = samples_from(samples.first),
                     .per_binade = binades_from(samples.per_binade)};
  const std::vector<std::uint64_t>& histogram = samples.signed_histogram;
  if (histogram.size() != parts.histogram.size()) throw std::invalid_argument("a histogram with other bins");
  std::ranges::copy(histogram, parts.histogram.begin());
  return Tally::of(std::move(parts));
}

Tally tally_from(const Json& json) {
  try {
    return tally_from(read_fields<TallyRecord>(json));
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("malformed tally: ") + e.what());
  }
}

Tally tally_of(const CaseResult& result) {
  if (!result.counts || !result.tally) throw std::invalid_argument("malformed tally: a result without counts or samples");
  const ResultCounts& counts = *result.counts;
  return tally_from(TallyRecord{.judged = counts.judged,
                                .failed = counts.failed,
                                .undefined = counts.undefined,
                                .poor = counts.poor,
                                .samples = *result.tally});
}

}  // namespace classay
