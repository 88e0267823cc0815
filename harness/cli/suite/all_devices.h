// Recognises `--device all`, for which `run` makes a run per device (all_devices_command).
#pragma once

#include <string_view>

namespace classay {

// "all", or with the prefix of a back end: "vk:all".
bool means_all(std::string_view device);

}  // namespace classay
