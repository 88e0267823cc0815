#include "harness/process/own_stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <system_error>

namespace classay {
namespace {

struct Task {
  const std::function<int()>& program;
  int code = 0;
};

void* run(void* given) {
  auto& task = *static_cast<Task*>(given);
  task.code = task.program();
  return nullptr;
}

void check(int error, const char* call) {
  if (error != 0) throw std::system_error(error, std::generic_category(), call);
}

int in_thread(const std::function<int()>& program) {
  pthread_attr_t attributes;
  check(::pthread_attr_init(&attributes), "pthread_attr_init");
  check(::pthread_attr_setstacksize(&attributes, kEnoughStack), "pthread_attr_setstacksize");
  check(::pthread_setattr_default_np(&attributes), "pthread_setattr_default_np");
  Task task{program};
  pthread_t thread{};
  check(::pthread_create(&thread, &attributes, run, &task), "pthread_create");
  ::pthread_attr_destroy(&attributes);
  check(::pthread_join(thread, nullptr), "pthread_join");
  return task.code;
}

}  // namespace

int on_enough_stack(const std::function<int()>& program) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kEnoughStack) return program();
  limit.rlim_cur = std::min<rlim_t>(kEnoughStack, limit.rlim_max);
  ::setrlimit(RLIMIT_STACK, &limit);
  return in_thread(program);
}

}  // namespace classay
