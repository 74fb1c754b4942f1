"""Our own headers: enough on their own, and the same as everybody's."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.frontend import HEADERS, options
from tests.unit.frontend.checks import host

SAMPLES = Path(__file__).parents[3] / "samples"
OWN = sorted(p for folder in ("c", "fallback") for p in (HEADERS / folder).rglob("*.h"))


@pytest.fixture
def no_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "c_folders", tuple)
    monkeypatch.setattr(options, "cplusplus_folders", tuple)


@pytest.mark.usefixtures("no_system")
@pytest.mark.parametrize("path", ["host.c", "host.cpp"])
def test_all_headers_parse_without_a_system(path: str) -> None:
    names = [str(p.relative_to(HEADERS / p.relative_to(HEADERS).parts[0])) for p in OWN]
    text = "".join(f"#include <{n}>\n" for n in names if not n.endswith("_c.h"))
    unit = host(f"{text}#include <CL/opencl.h>\nint main() {{ assert(1); return errno; }}", path)
    assert not unit.problems


@pytest.mark.usefixtures("no_system")
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*/*.c")), ids=lambda p: p.name)
def test_samples_parse_without_a_system(path: Path) -> None:
    shared = {p.name.replace(".", "_"): p.read_text() for p in SAMPLES.glob("common/*.h")}
    assert not host(path.read_bytes(), path.name, **shared).problems


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize("language", ["c", "c++"])
def test_compilers_accept_the_opencl_headers(language: str) -> None:
    text = "#include <CL/opencl.h>\nint main(void) { return CL_SUCCESS; }\n"
    command = ["gcc", "-x", language, "-Wall", "-Wextra", "-pedantic", "-fsyntax-only"]
    result = subprocess.run(
        [*command, f"-I{HEADERS}", "-"], input=text, text=True, capture_output=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_layouts_are_those_of_the_specification() -> None:
    sizes = {"char": 1, "ushort": 2, "int": 4, "ulong": 8, "float": 4, "double": 8}
    checks = [
        f"_Static_assert(sizeof(cl_{name}{lanes}) == {size * max(4 if lanes == 3 else lanes, 1)}"
        f' && _Alignof(cl_{name}{lanes}) == sizeof(cl_{name}{lanes}), "");'
        for name, size in sizes.items()
        for lanes in (2, 3, 4, 8, 16)
    ]
    checks += [
        '_Static_assert(sizeof(cl_image_desc) == 72 && sizeof(cl_image_format) == 8, "");',
        '_Static_assert(sizeof(cl_buffer_region) == 2 * sizeof(size_t), "");',
        '_Static_assert(CL_BUILD_PROGRAM_FAILURE == -11 && CL_MEM_COPY_HOST_PTR == 32, "");',
        '_Static_assert(CL_PROFILING_COMMAND_END == 0x1283 && CL_DEVICE_TYPE_GPU == 4, "");',
    ]
    assert not host("#include <CL/cl.h>\n" + "\n".join(checks)).problems


def test_every_entry_point_of_1_2_is_declared() -> None:
    text = "".join(path.read_text() for path in (HEADERS / "CL").glob("*.h"))
    names = """clGetPlatformIDs clGetDeviceInfo clCreateSubDevices clCreateContextFromType
        clCreateCommandQueue clCreateCommandQueueWithProperties clCreateSubBuffer clCreateImage
        clCreateImage2D clEnqueueReadBufferRect clEnqueueFillBuffer clEnqueueCopyImageToBuffer
        clEnqueueMapImage clEnqueueMigrateMemObjects clCreateProgramWithBuiltInKernels
        clCompileProgram clLinkProgram clUnloadPlatformCompiler clGetKernelArgInfo
        clGetKernelWorkGroupInfo clEnqueueTask clEnqueueNativeKernel clSetUserEventStatus
        clSetEventCallback clEnqueueMarkerWithWaitList clEnqueueBarrier clEnqueueMarker
        clEnqueueWaitForEvents clGetExtensionFunctionAddressForPlatform clSVMAlloc
        clSetKernelArgSVMPointer clEnqueueSVMMap clEnqueueAcquireGLObjects clGetSamplerInfo"""
    assert [name for name in names.split() if f"{name}(" not in text] == []


@pytest.mark.parametrize("name", ["cl", "cl_ext", "cl_gl", "cl_platform", "opencl"])
def test_headers_stand_where_macos_has_them(name: str) -> None:
    assert not host(f"#include <OpenCL/{name}.h>\nint main(void) {{ return 0; }}").problems


def test_names_of_extensions_are_those_of_the_registry() -> None:
    text = """#include <CL/cl_ext.h>
        clCreateSubDevicesEXT_fn split;
        cl_device_partition_property_ext parts[] = {CL_DEVICE_PARTITION_BY_COUNTS_EXT, 4, 0};
        _Static_assert(CL_DEVICE_PARTITION_FAILED_EXT == -1057, "");
        _Static_assert(CL_INVALID_PARTITION_COUNT_EXT == -1058, "");
        _Static_assert(CL_INVALID_PARTITION_NAME_EXT == -1059, "");
        _Static_assert(sizeof(cl_mem_ion_host_ptr) == 24, "");
        void (*told)(const char *, const void *, size_t, void *) = clLogMessagesToStderrAPPLE;"""
    assert not host(text).problems


@pytest.mark.parametrize("name", ["cl.hpp", "cl2.hpp", "opencl.hpp"])
def test_the_bindings_stand_x11s_macros(name: str) -> None:
    text = f"#define None 0L\n#define Status int\n#include <CL/{name}>\nlong none = None;\n"
    assert not host(text.encode(), "host.cpp").problems


def test_what_hosts_name_of_sharing_with_opengl_is_declared() -> None:
    text = "#include <CL/cl_gl.h>\n"
    text += "int kind = CL_GL_OBJECT_TEXTURE2D;\nvoid *make = (void *)clCreateFromGLTexture2D;\n"
    assert not host(text.encode(), "host.c").problems


@pytest.mark.parametrize("path", ["host.c", "host.cpp"])
def test_copies_of_the_standard_headers_find_what_they_mark_with(path: str) -> None:
    """Trees that bring a cl.h of their own take cl_platform.h from ppcl."""
    unit = host(
        """#include <CL/cl_platform.h>
        typedef struct _cl_context *cl_context;
        extern CL_API_ENTRY cl_int CL_API_CALL clRetain(cl_context) CL_API_SUFFIX__VERSION_1_0;
        extern CL_API_ENTRY CL_EXT_PREFIX__VERSION_1_1_DEPRECATED cl_int CL_API_CALL
        clOld(cl_context) CL_EXT_SUFFIX__VERSION_1_1_DEPRECATED;
        extern CL_API_ENTRY cl_int CL_API_CALL clShared(cl_GLsync) CL_EXT_SUFFIX__VERSION_1_1;
        int main(void) { return clRetain((cl_context)0) + clOld((cl_context)0); }
        """,
        path,
    )
    assert not unit.problems


@pytest.mark.parametrize("path", ["host.c", "host.cpp"])
def test_hosts_lean_on_what_the_standard_headers_include(path: str) -> None:
    """Khronos's cl_platform.h leads to <stdlib.h> on machines with vector types."""
    unit = host("#include <CL/cl.h>\nint main(void) { return rand() > RAND_MAX / 2; }", path)
    assert not unit.problems
