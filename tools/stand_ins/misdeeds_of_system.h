// Misdeeds that each system has its own calls for (misdeeds.h describes them). `value` is the number after the name.
#pragma once

namespace classay::tests {

void made(int value);
void use_up_memory(int value) noexcept;
void truncate_files(int value);
void overwrite_record(int value);
void unmap_record(int value);
void set_nonblocking(int value);
void leak(int value);
void close_all(int value);
void replace(int value);
void trap(int value);
void close_output(int value);
void end_thread(int value);

}  // namespace classay::tests
