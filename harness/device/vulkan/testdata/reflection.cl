// push.spv, uniform.spv and apart.spv are this file, by clspv of 2025 (in the wheel pyclspv 0.0.1):
//   classay_clspv LIBRARY reflection.cl push.spv -cl-std=CL3.0 -inline-entry-points -uniform-workgroup-size
//     -module-constants-in-storage-buffer -global-offset-push-constant -spv-version=1.3 -w
// uniform.spv with -pod-ubo, and apart.spv with -cluster-pod-kernel-args=0.
constant uint kTable[4] = {3, 5, 7, 11};

kernel void table(global uint* out, global const uint* in, ulong first, ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) out[i] = kTable[in[i] % 4] + (uint)first;
}

kernel void count(global uint* out, ulong first, ulong unused) { out[get_global_id(0)] = (uint)(first + get_global_id(0)); }
