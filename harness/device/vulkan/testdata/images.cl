// images.spv is this file, compiled as reflection.cl is for push.spv.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;
kernel void read(global float4* out, ulong first, read_only image2d_t flat, read_only image3d_t deep, sampler_t given) {
  const size_t i = get_global_id(0);
  out[i] = read_imagef(flat, edge, (float2)(i, first)) + read_imagef(flat, mirror, (float2)(0.25f * i, 0.5f)) +
           read_imagef(deep, given, (float4)(i, 1, 2, 0));
}
kernel void write(global const float4* in, write_only image1d_t image) {
  const size_t i = get_global_id(0);
  write_imagef(image, (int)i, in[i]);
}
