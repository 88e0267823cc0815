// Makes the sentences of a result that follow from its numbers. Workers write them, and the supervisor checks them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace classay {

// "1 of 10562 results wrong"
std::string share_reason(std::uint64_t wrong, std::uint64_t of);
// "time limit of 20.0 s per case reached after 7 of 9 inputs"
std::string cut_reason(std::uint64_t asked, std::uint64_t of, double case_time);
// "judged by <= 4 ulp, OpenCL C 3.0, table 36": the reason of a pass by the limit of a different specification
std::string judged_by_reason(const std::string& limit, const std::string& clause);
std::string no_promise_reason(const std::string& limit);
inline constexpr std::string_view kNoInputsReason = "this shard has no inputs of the case";
// Starts the sentence about a device's wrong clock (`clock` of a result), which follows the reason of any verdict.
inline constexpr std::string_view kClockReason = "the device's clock is wrong: ";
std::string with_clock(const std::string& reason, const std::string& clock);
std::string without_clock(const std::string& reason, const std::string& clock);

}  // namespace classay
