// C99: compound literals, designators, enums, typedefs, sizeof, literals, declarations anywhere.
enum mode { PLAIN, DOUBLED = 4, BOTH };
typedef enum mode mode;
typedef float row[4];
typedef struct { int a; float b[2]; } record;
enum { COUNT = sizeof(record) / sizeof(int) };

// kernel language
//   writes own
//   writes made
//   load own[8] 4
//   store data[12] 4
//   store data[8 * i + 20] 4
//   load made[0] 12
//   store records[12 * l0 + 12 * go0] 12
//   writes temporary
//   load temporary[4] 4
//   store records[8] 4
kernel void language(global float *data, global record *records, mode how)
{
    row own = {[2] = 1.0f, [0] = 2.0f};
    record made = (record){.b = {1.0f, 2.0f}, .a = 3};
    int2 pair = (int2){1, 2};
    bool wide = how == DOUBLED || sizeof(float4) != 16;
    uchar octal = '\101', letter = '\n';
    long big = 0x7fffffffL + 010 + 100ul + 1LL * 3u;
    float number = 1.5e-3f + 0x1p-2f + .5f + 1.f + (float)3.0;
    data[COUNT] = own[2] + number;
    for (int i = 0; i < 4; ++i) {
        int inner = i * 2;
        data[inner + BOTH] = pair.x + wide + octal + letter + big;
    }
    records[get_global_id(0)] = made;
    records[0].b[1] = ((record){1, {2.0f}}).b[0];
    ;
}
