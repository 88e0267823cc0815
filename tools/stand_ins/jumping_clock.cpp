// A preloaded library (LD_PRELOAD) that sets the time of day back by an hour at each call. Code that measures durations must
// use a different clock.
#include <dlfcn.h>
#include <sys/time.h>

#include <atomic>
#include <ctime>

namespace {

constexpr time_t kHour = 3600;
std::atomic<time_t> looks = 0;

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));  // NOLINT: what dlsym is for
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock_id, timespec* tp) noexcept {
  static auto* const real = next<int(clockid_t, timespec*)>("clock_gettime");
  const int done = real(clock_id, tp);
  if (clock_id == CLOCK_REALTIME || clock_id == CLOCK_REALTIME_COARSE) tp->tv_sec -= kHour * ++looks;
  return done;
}

extern "C" int gettimeofday(timeval* tv, void* tz) noexcept {
  static auto* const real = next<int(timeval*, void*)>("gettimeofday");
  const int done = real(tv, tz);
  tv->tv_sec -= kHour * ++looks;
  return done;
}
