#include "harness/device/level_zero/slot.h"

#include "harness/device/driver_call.h"

namespace classay::level_zero {

void Events::reserve(const Engine& engine, std::size_t count) {
  if (all.size() >= count) return;
  all.clear();
  const EventPoolDesc desc{.count = static_cast<std::uint32_t>(count)};
  DeviceId device = engine.device;
  EventPool made = nullptr;
  zeEventPoolCreate(**engine.context, &desc, 1, &device, &made);
  pool = OwnedPool(made_by("zeEventPoolCreate", made));
  for (std::size_t i = 0; i < count; ++i) {
    const EventDesc event{.index = static_cast<std::uint32_t>(i), .signal = kHostScope, .wait = kDeviceScope};
    Event created = nullptr;
    zeEventCreate(*pool, &event, &created);
    all.emplace_back(made_by("zeEventCreate", created));
  }
}

}  // namespace classay::level_zero
