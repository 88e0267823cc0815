#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "harness/cli/answer/answer.h"
#include "harness/cli/show/repro.h"
#include "harness/text/inputs.h"

namespace classay {
namespace {

using Json = ReproJudge::Json;

constexpr int kErrorDigits = 8;

Arithmetic arithmetic_of(const Json& device, Type format) {
  if (!is_float(format)) return {};
  const Json& reported = device.at(std::string(info(computed_as(format)).name));
  return {.rounding = reported.value("to_nearest", true) ? Rounding::rne : Rounding::rtz,
          .flushes = !reported.value("denormals", true)};
}

Arithmetic arithmetic_of(const Json& device, const Case& c) {
  const Arithmetic own = arithmetic_of(device, c.format);
  return converts_floats(*c.row, c.format) ? of_conversion(own, arithmetic_of(device, c.row->to)) : own;
}

Json judgement_json(const Json& patterns, const Judgement& j) {
  Json json{{"bits", patterns}, {"verdict", name(j.verdict)}, {"error", nullptr}, {"clause", j.clause}};
  if (j.error) {
    const Enclosure e = enclosure(*j.error, kErrorDigits);
    json["error"] = {{"low", e.low}, {"high", e.high}};
  }
  if (!j.why.empty()) json["why"] = j.why;
  if (!j.reading.empty()) json["reading"] = j.reading;
  return json;
}

// Why a constant has no result; empty: it has one.
std::string no_constant(const LaneReply& reply) {
  if (!reply.literal_unbuilt.empty()) return "does not build: " + reply.literal_unbuilt;
  return reply.literal_was_written ? "" : "nothing was stored";
}

Json exact_json(const ParsedCall& call) {
  Json all = Json::array();
  for (const Component& c : components(call)) {
    Json one{{"low", c.value.low}, {"high", c.value.high}, {"nearest", nullptr}};
    if (c.rounded[0]) one["nearest"] = pattern({c.type, *c.rounded[0]});
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

ReproJudge::ReproJudge(const ReproCase& repro, const Json& device)
    : repro_(repro),
      packing_(*repro.asked.row, repro.asked.format),
      promise_(limited(classay::promise(*repro.asked.row, repro.asked.format, repro.edition, repro.profile, repro.asked.mode,
                                        lanes_of_truth(repro.asked)),
                       repro.limit)),
      arithmetic_(
          arithmetic(mode_under(repro.edition, repro.asked.mode), repro.asked.format, arithmetic_of(device, repro.asked))) {}

ParsedCall ReproJudge::call_of_lane(const LaneReply& reply) const {
  const Tuple tuple = read_input(repro_.asked, reply.input);
  return {.row = repro_.asked.row,
          .format = repro_.asked.format,
          .lanes = lanes_of_truth(repro_.asked),
          .arguments = {},
          .flat = argument_values(repro_.asked, tuple)};
}

ParsedCall ReproJudge::call_of_vector(std::span<const LaneReply> replies) const {
  std::vector<Tuple> lanes;
  for (const LaneReply& r : replies) lanes.push_back(read_input(repro_.asked, r.input));
  return {.row = repro_.asked.row,
          .format = repro_.asked.format,
          .lanes = repro_.asked.width,
          .arguments = {},
          .flat = vector_arguments(argument_types(*repro_.asked.row, repro_.asked.format), lanes)};
}

ResultBits ReproJudge::result_from(const std::vector<std::string>& patterns) const {
  ResultBits result{};
  for (std::size_t c = 0; c < packing_.types().size(); ++c) {
    result.at(c) = read_pattern(patterns.at(c), packing_.types()[c]);
  }
  return result;
}

std::vector<Bits> ReproJudge::results_of_vector(std::span<const LaneReply> replies, Route route) const {
  std::vector<Bits> results;
  for (int r = 0; r < result_count(*repro_.asked.row, repro_.asked.width); ++r) {
    results.push_back(result_from(replies[static_cast<std::size_t>(r)].*route)[0]);
  }
  return results;
}

Promise ReproJudge::promise_for(const ParsedCall& call) const {
  std::vector<Bits> arguments;
  for (const Value& v : call.flat) arguments.push_back(v.bits);
  const auto own = repro_.own_limits.find(arguments);
  if (own != repro_.own_limits.end()) return limited(promise_, own->second);
  // As in CaseJudge, a vector lies in a range if all lanes of its first argument do.
  const auto firsts = std::span(call.flat).first(static_cast<std::size_t>(call.lanes));
  const auto has_range_with = [&](const StatedLimit& limit) {
    const std::optional<ArgumentRange> range = range_of(limit.range, firsts.front().type);
    return range && std::ranges::all_of(firsts, [&](const Value& v) { return range->contains(rank_of(v.type, v.bits)); });
  };
  const auto of_range = std::ranges::find_if(repro_.range_limits, has_range_with);
  return of_range == repro_.range_limits.end() ? promise_ : limited(promise_, *of_range);
}

Judgement ReproJudge::judged(const ParsedCall& call, const ResultBits& result) const {
  return judge(promise_for(call), call.call(), std::span(result).first(packing_.types().size()), arithmetic_);
}

Judgement ReproJudge::judged(const ParsedCall& call, const std::vector<Bits>& results) const {
  return judge(promise_for(call), call.call(), results, arithmetic_);
}

Json ReproJudge::lane_json(const LaneReply& reply) const {
  const ParsedCall call = call_of_lane(reply);
  Json lane{{"input", reply.input},
            {"exact", exact_json(call)},
            {"result", judgement_json(reply.sent, judged(call, result_from(reply.sent)))}};
  if (!repro_.own_limits.empty() || !repro_.range_limits.empty()) lane["limit"] = text(promise_for(call).limit);
  if (const std::string why = no_constant(reply); !why.empty()) {
    lane["constant"] = {{"bits", nullptr}, {"why", why}};
  } else {
    lane["constant"] = judgement_json(reply.literal, judged(call, result_from(reply.literal)));
  }
  return lane;
}

Json ReproJudge::vector_json(std::span<const LaneReply> replies) const {
  Json json{{"kind", "vector"},
            {"case", name(repro_.asked)},
            {"edition", name(repro_.edition)},
            {"profile", name(repro_.profile)},
            {"limit", text(promise_.limit)}};
  Json lanes = Json::array();
  if (!goes_across_lanes(repro_.asked.row->signature)) {
    for (const LaneReply& reply : replies) lanes.push_back(lane_json(reply));
    json["lanes"] = std::move(lanes);
    return json;
  }
  for (const LaneReply& reply : replies) lanes.push_back({{"input", reply.input}});
  const ParsedCall call = call_of_vector(replies);
  const auto patterns = [&](Route route) {
    Json all = Json::array();
    for (const Bits bits : results_of_vector(replies, route)) all.push_back(pattern({packing_.types()[0], bits}));
    return all;
  };
  json["lanes"] = std::move(lanes);
  json["exact"] = exact_json(call);
  json["result"] = judgement_json(patterns(&LaneReply::sent), judged(call, results_of_vector(replies, &LaneReply::sent)));
  if (const std::string why = no_constant(replies.front()); !why.empty()) {
    json["constant"] = {{"bits", nullptr}, {"why", why}};
  } else {
    json["constant"] =
        judgement_json(patterns(&LaneReply::literal), judged(call, results_of_vector(replies, &LaneReply::literal)));
  }
  return json;
}

}  // namespace classay
