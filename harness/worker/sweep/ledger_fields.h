// Lists the fields of a sweep's state, for ledger.cpp and for the comparison with the schema.
#pragma once

#include "harness/journal/fields.h"
#include "harness/journal/tally_json.h"
#include "harness/worker/sweep/ledger.h"

namespace classay {

template <>
struct Codec<Tally> {
  static Json write(const Tally& tally) { return to_json(tally); }
  static Tally read(const Json& json) { return tally_from(json); }
};

template <>
struct Codec<CallForm> {
  static Json write(CallForm form) { return name(form); }
  static CallForm read(const Json& json) { return call_form_named(Codec<std::string>::read(json)); }
};

// Any 64 bits, unlike the counts of a Pair.
struct ResultBitsCodec {
  static Json write(const ResultBits& bits) { return {bits[0], bits[1]}; }
  static Json write(const std::optional<ResultBits>& bits) { return bits ? write(*bits) : Json(); }
  static ResultBits read(const Json& json) {
    const std::vector<Bits> all = ListCodec<Bits, BitsCodec>::read(json);
    if (all.size() != 2) refuse_value(json, "two patterns");
    return {all[0], all[1]};
  }
};
struct MaybeBitsCodec : ResultBitsCodec {
  static std::optional<ResultBits> read(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(ResultBitsCodec::read(json));
  }
};

template <>
struct Fields<Batch> {
  static constexpr bool kIsList = true;
  static constexpr auto kAll = std::tuple(field("first", &Batch::first), field("count", &Batch::count));
};

template <>
struct Fields<FailedBatch> {
  static constexpr bool kIsList = true;
  static constexpr auto kAll = std::tuple(field("batch", &FailedBatch::batch), field("failed", &FailedBatch::failed));
};

template <>
struct Fields<Cut> {
  static constexpr bool kIsList = true;
  static constexpr int kHighestLevel = 64;  // each level runs half of the level before
  static constexpr auto kAll =
      std::tuple(field("after", &Cut::after), field_as<SmallCodec<kHighestLevel>>("level", &Cut::level));
};

template <>
struct Fields<AbsurdTimes> {
  static constexpr bool kIsList = true;
  static constexpr auto kAll = std::tuple(field("launches", &AbsurdTimes::launches), field("device", &AbsurdTimes::device),
                                          field("host", &AbsurdTimes::host));
};

template <>
struct Fields<BuildFailure> {
  static constexpr auto kAll = std::tuple(field("reason", &BuildFailure::reason), field("log", &BuildFailure::log),
                                          field("verdict", &BuildFailure::verdict));
};

template <>
struct Fields<Unbuilt> {
  static constexpr auto kAll = std::tuple(field("program", &Unbuilt::program), field("first", &Unbuilt::first),
                                          field("inputs", &Unbuilt::inputs), field("failure", &Unbuilt::failure));
};

template <>
struct Fields<FormRecord> {
  static constexpr auto kAll =
      std::tuple(field("form", &FormRecord::form), field("asked", &FormRecord::asked),
                 field("differing", &FormRecord::differing), field("failed", &FormRecord::failed),
                 field("first", &FormRecord::first), field("unasked", &FormRecord::unasked, Presence::if_set));
};

template <>
struct Fields<SecondResults> {
  static constexpr auto kAll =
      std::tuple(field("differing", &SecondResults::differing), field("wrong", &SecondResults::wrong),
                 field("index", &SecondResults::index), field_as<MaybeBitsCodec>("first", &SecondResults::first),
                 field_as<ResultBitsCodec>("second", &SecondResults::second));
};

template <>
struct Fields<WidthRecord> {
  using R = WidthRecord;
  static constexpr auto kAll =
      std::tuple(field_as<WidthCodec>("width", &R::width), field("tally", &R::tally), field("failed_in", &R::failed_in),
                 field("bitwise_equal", &R::bitwise_equal), field_as<BitsCodec>("answers", &R::answers),
                 field("slow_path", &R::slow_path), field("unwritten", &R::unwritten), field("beyond_end", &R::beyond_end),
                 field("wrote_beside", &R::wrote_beside, Presence::optional), field("by_digest", &R::by_digest),
                 field("digests_checked", &R::digests_checked), field("wrong_digests", &R::wrong_digests),
                 field("repeated", &R::repeated), field("nondeterministic", &R::nondeterministic),
                 field("second_results", &R::second_results), field("forms", &R::forms), field("unbuilt", &R::unbuilt),
                 field("device_seconds", &R::device_seconds), field("absurd_times", &R::absurd_times));
};

template <>
struct Fields<Ledger> {
  static constexpr auto kAll =
      std::tuple(field("first", &Ledger::first), field("end", &Ledger::end), field("next", &Ledger::next),
                 field("only", &Ledger::only), field("cuts", &Ledger::cuts), field("seconds", &Ledger::seconds),
                 field("judge_seconds", &Ledger::judge_seconds), field("build_seconds", &Ledger::build_seconds),
                 field("widths", &Ledger::widths), field("kernels", &Ledger::kernels), field("by_width", &Ledger::by_width));
};

}  // namespace classay
