// The macro that says how a kernel is run.
// kernel hinted
//   store data[4 * l0 + 4 * go0] 4
kernel_exec(64, float4) void hinted(global float *data) { data[get_global_id(0)] = 0.0f; }
