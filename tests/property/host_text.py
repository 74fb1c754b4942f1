"""Prints the host of a generated program, in the habits that its model asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.property.host_arrays import Array, arrays, fill_lines, report_lines
from tests.property.host_sizes import constant_text
from tests.property.host_snippets import CHECKS, READER, TOOLS, WRAPPERS
from tests.property.host_structure import PHASES, function_text, structured
from tests.property.host_wording import hidden_lines, is_worded, wording_text
from tests.property.kernel_text import kernel_text
from tests.property.model import Kernel, Program
from tests.property.walk import Parameter, changed_tables, parameters, run_time_sizes

Lines = list[str]


def host_text(program: Program) -> str:
    """The host file of a program."""
    return _Printer(program).text()


@dataclass(frozen=True)
class _Printer:
    """`shared` collects, in order, what several phases use where they are functions."""

    program: Program
    shared: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        program, host = self.program, self.program.host
        bodies = {phase: getattr(self, f"_{phase}")() for phase in PHASES}
        headers = ["CL/cl.h", "stdio.h", "stdlib.h", "string.h"]
        headers += ["vector"] if host.arrays == "vector" else []
        parts = ["#define CL_TARGET_OPENCL_VERSION 120\n"]
        parts[0] += "".join(f"#include <{name}>\n" for name in headers)
        if program.sizes != "run time":
            parts.append(f"#define rows {program.rows}\n#define columns {program.columns}\n")
        parts.append(constant_text(program.wording.constant, program.columns))
        parts += [TOOLS, _embedded(program) if host.embedded else READER]
        parts += [CHECKS[host.check], WRAPPERS if host.wrappers else "", wording_text(program)]
        parts += self._fill_functions()
        parts += structured(program, self.shared, bodies)
        return "\n".join(part for part in parts if part)

    def _let(self, type_: str, name: str, value: str) -> str:
        """A variable that later phases use too."""
        if self.program.host.structure == "main":
            return f"{type_}{'' if type_.endswith('*') else ' '}{name} = {value};"
        self.shared[name] = type_
        return f"{name} = {value};"

    def _setup(self) -> Lines:
        program = self.program
        options = f"-D rows={program.rows} -D columns={program.columns}"
        options = options if program.sizes == "option" else ""
        source = "kernel_source" if program.host.embedded else 'read_kernel("kernel.cl")'
        context = "clCreateContext(NULL, 1, &device, NULL, NULL, &err)"
        queue = "clCreateCommandQueue(context, device, 0, &err)"
        build = f'clBuildProgram(program, 1, &device, "{options}", NULL, NULL)'
        lines = [
            "cl_platform_id platform;",
            "cl_device_id device;",
            "cl_int err;",
            self._call("clGetPlatformIDs(1, &platform, NULL)"),
            self._call("clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)"),
            self._let("cl_context", "context", context),
            self._let("cl_command_queue", "queue", queue),
            f"const char *source = {source};",
            "cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &err);",
            f"if ({build} != CL_SUCCESS)",
            "exit(3);",
        ]
        for kernel in program.kernels:
            made = f'clCreateKernel(program, "{kernel.name}", &err)'
            lines.append(self._let("cl_kernel", f"k_{kernel.name}", made))
            lines += ["if (err != CL_SUCCESS)", "exit(3);"]
        return lines

    def _fill(self) -> Lines:
        lines: Lines = []
        found = [array for array in arrays(self.program) if array.on_host]
        for array in reversed(found) if self.program.style.reversed_order else found:
            lines += self._allocation(array)
        for position, array in enumerate(found):
            if array.filled and not self._has_function(array):
                lines += ["{", *fill_lines(self.program, array, position), "}"]
            elif array.filled:
                sizes = "".join(f", {name}" for name in run_time_sizes(self.program))
                lines.append(f"fill_{array.name}({self._data(array)}{sizes});")
            if array.filled and array.table is not None:
                lines += hidden_lines(self.program, array.table)
        return lines

    def _has_function(self, array: Array) -> bool:
        return self.program.host.fills == "function" and array.table is not None

    def _fill_functions(self) -> Lines:
        found = [array for array in arrays(self.program) if array.on_host]
        sizes = "".join(f", int {name}" for name in run_time_sizes(self.program))
        return [
            function_text(
                f"static void fill_{array.name}({array.type} *{array.name}{sizes})",
                fill_lines(self.program, array, position),
            )
            for position, array in enumerate(found)
            if array.filled and self._has_function(array)
        ]

    def _allocation(self, array: Array) -> Lines:
        kind, type_ = self.program.host.arrays, array.type
        if kind == "vector":
            if self.program.host.structure == "main":
                return [f"std::vector<{type_}> {array.name}({array.count});"]
            self.shared[array.name] = f"std::vector<{type_}>"
            return [f"{array.name}.resize({array.count});"]
        # What a hidden change of the pitch has the host read may be no row's.
        cleared = self.program.wording.hidden is not None
        made = {
            "malloc": f"({type_} *)malloc({array.size})",
            "calloc": f"({type_} *)calloc({array.count}, sizeof({type_}))",
            "new": f"new {type_}[{array.count}]" + "()" * cleared,
        }["calloc" if cleared and kind == "malloc" else kind]
        return [self._let(f"{type_} *", array.name, made)]

    def _data(self, array: Array) -> str:
        return f"{array.name}.data()" if self.program.host.arrays == "vector" else array.name

    def _bytes(self, array: Array) -> str:
        return f"bytes_{array.name}" if self.program.host.named_bytes else array.size

    def _upload(self) -> Lines:
        host, lines = self.program.host, ["cl_int err;"]
        for array in arrays(self.program):
            if host.named_bytes:
                lines.append(self._let("size_t", f"bytes_{array.name}", array.size))
            copies = host.upload == "copy" and array.filled
            flags = self._flags(array) + (" | CL_MEM_COPY_HOST_PTR" if copies else "")
            data = self._data(array) if copies else "NULL"
            made = f"clCreateBuffer(context, {flags}, {self._bytes(array)}, {data}, &err)"
            if host.wrappers:
                made = f"make_buffer(context, {flags}, {self._bytes(array)}, {data})"
            lines.append(self._let("cl_mem", f"d_{array.name}", made))
            if array.filled and not copies:
                lines += self._write(array)
        return [*lines, self._call("clFinish(queue)")] if host.upload == "later" else lines

    def _flags(self, array: Array) -> str:
        written = {name for kernel in self.program.kernels for name in changed_tables(kernel)}
        constant = array.name == "x" or (array.table is not None and array.name not in written)
        return "CL_MEM_READ_ONLY" if constant else "CL_MEM_READ_WRITE"

    def _write(self, array: Array) -> Lines:
        where, size, data = f"d_{array.name}", self._bytes(array), self._data(array)
        if self.program.host.upload == "map":
            mapped = f"clEnqueueMapBuffer(queue, {where}, CL_TRUE, CL_MAP_WRITE, 0, {size}"
            return [
                "{",
                f"void *view = {mapped}, 0, NULL, NULL, &err);",
                f"memcpy(view, {data}, {size});",
                self._call(f"clEnqueueUnmapMemObject(queue, {where}, view, 0, NULL, NULL)"),
                "}",
            ]
        blocks = "CL_FALSE" if self.program.host.upload == "later" else "CL_TRUE"
        moved = f"{where}, {blocks}, 0, {size}, {data}, 0, NULL, NULL"
        return [self._call(f"clEnqueueWriteBuffer(queue, {moved})")]

    def _launch(self) -> Lines:
        lines: Lines = []
        for kernel in self.program.kernels:
            lines += self._launches(kernel, {})
            if kernel.again is not None:
                lines += self._launches(kernel, dict([kernel.again]))
        return lines

    def _launches(self, kernel: Kernel, instead: Mapping[str, str]) -> Lines:
        """Launches of a kernel, with other tables in place of some."""
        sides = ["rows", "columns", "2"][: kernel.dimensions]
        if kernel.flipped and kernel.dimensions > 1:
            sides[:2] = sides[1::-1]
        local = kernel.local
        if local is not None:
            pairs = zip(sides, local, strict=True)
            sides = [f"({side} + {size - 1}) / {size} * {size}" for side, size in pairs]
        run = [f"size_t work[{len(sides)}] = {{{', '.join(f'(size_t)({s})' for s in sides)}}};"]
        if local is not None:
            run.append(f"size_t local[{len(local)}] = {{{', '.join(map(str, local))}}};")
        group = "NULL" if local is None else "local"
        launch = f"clEnqueueNDRangeKernel(queue, k_{kernel.name}, {kernel.dimensions}"
        if kernel.halves:
            run[0] = "size_t first[1] = {(size_t)((rows + 1) / 2)};"
            run += ["size_t rest[1] = {(size_t)rows - first[0]};"]
            halves = [("NULL", "first"), ("first", "rest")]
        else:
            halves = [("NULL", "work")]
        calls = [
            self._call(f"{launch}, {offset}, {size}, {group}, 0, NULL, NULL)")
            for offset, size in halves
        ]
        constant = self.program.wording.constant is not None
        copied = ["const cl_int given = columns;"] if constant else []
        if kernel.swaps is None:
            arguments = self._arguments(kernel, instead)
            return ["{", *copied, *arguments, *run, *_stepped(kernel, calls), "}"]
        one, other = (f"d_{name}" for name in kernel.swaps)
        swap = [f"cl_mem swapped = {one};", f"{one} = {other};", f"{other} = swapped;"]
        turn = [*self._arguments(kernel, instead), *calls, *swap]
        return ["{", *copied, *run, *_stepped(kernel, turn), "}"]

    def _arguments(self, kernel: Kernel, instead: Mapping[str, str]) -> Lines:
        lines = [
            self._argument(kernel, index, parameter, instead.get(parameter.name, parameter.name))
            for index, parameter in enumerate(parameters(self.program, kernel))
        ]
        return lines[::-1] if self.program.style.reversed_order else lines

    def _argument(self, kernel: Kernel, index: int, parameter: Parameter, bound: str) -> str:
        value = f"sizeof(cl_mem), &d_{bound}"
        if parameter.kind == "scalar":
            constant = parameter.name == "columns" and self.program.wording.constant
            value = f"sizeof(cl_int), &{'given' if constant else parameter.name}"
        if parameter.kind == "tile":
            assert kernel.local is not None
            value = f"sizeof(cl_uint) * {' * '.join(map(str, kernel.local))}, NULL"
        if self.program.host.wrappers:
            return f"set_argument(k_{kernel.name}, {index}, {value});"
        return self._call(f"clSetKernelArg(k_{kernel.name}, {index}, {value})")

    def _download(self) -> Lines:
        lines: Lines = []
        for array in arrays(self.program):
            if array.read:
                moved = f"d_{array.name}, CL_TRUE, 0, {self._bytes(array)}, {self._data(array)}"
                lines.append(self._call(f"clEnqueueReadBuffer(queue, {moved}, 0, NULL, NULL)"))
        return lines

    def _report(self) -> Lines:
        lines = ["unsigned digest = 17u;"]
        for array in arrays(self.program):
            if array.read:
                lines += report_lines(self.program, array, self._data(array))
        if is_worded(self.program):
            lines.append("digest = digest * 31u + (unsigned)calls + 7u * seen;")
        return [*lines, 'printf("%u\\n", digest);']

    def _call(self, call: str) -> str:
        match self.program.host.check:
            case "none":
                return f"{call};"
            case "macro":
                return f"CHECK({call});"
            case "function":
                return f'check({call}, "{call.partition("(")[0]}");'
            case "sum":
                return f"sum |= {call};"


def _stepped(kernel: Kernel, lines: Lines) -> Lines:
    if kernel.steps == 1:
        return lines
    return [f"for (int step = 0; step < {kernel.steps}; step++) {{", *lines, "}"]


def _embedded(program: Program) -> str:
    lines = kernel_text(program).splitlines()
    quoted = "\n".join('    "' + line.replace('"', '\\"') + '\\n"' for line in lines)
    return f"static const char *const kernel_source =\n{quoted};\n"
