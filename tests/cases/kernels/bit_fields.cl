// Bit-fields, which some compilers take: where they stand is not known.
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
// not on pocl, intel: no bit-fields
typedef struct { uint low : 4; uint high : 28; float value; } packed_word;

// kernel fields
//   load words[?] 4
//   store words[?] 4
//   store words[8 * l0 + 8 * go0 + 4] 4
kernel void fields(global packed_word *words)
{
    int i = get_global_id(0);
    words[i].low = words[i].high;
    words[i].value = 1.0f;
}
