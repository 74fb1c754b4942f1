"""Which function models which call of the OpenCL host API, and the number of its arguments."""

from collections.abc import Mapping

from ppcl.analysis.walk.opencl.devices import request_devices
from ppcl.analysis.walk.opencl.images import (
    copy_image,
    create_image,
    fill_image,
    read_or_write_image,
)
from ppcl.analysis.walk.opencl.launches import (
    launch,
    set_argument,
    set_shared_argument,
    task,
)
from ppcl.analysis.walk.opencl.maps import map_buffer, map_image, unmap
from ppcl.analysis.walk.opencl.memory import (
    allocate_shared,
    create_buffer,
    create_sub_buffer,
    refused_memory,
    tell_kernel,
    use_outside,
    use_shared,
)
from ppcl.analysis.walk.opencl.objects import Handler
from ppcl.analysis.walk.opencl.programs import PROGRAM_ARITY, PROGRAMS
from ppcl.analysis.walk.opencl.queues import create_queue, finish, mark, wait_for_events
from ppcl.analysis.walk.opencl.transfers import (
    copy_buffer,
    copy_rectangle,
    fill_buffer,
    migrate,
    read_or_write,
    read_or_write_rectangle,
)

_MODELS: Mapping[str, tuple[Handler, int]] = {
    "clGetDeviceIDs": (request_devices("clgetdeviceids"), 5),
    "clCreateContextFromType": (request_devices("contextfromtype"), 5),
    "clCreateBuffer": (create_buffer, 5),
    "clCreateSubBuffer": (create_sub_buffer, 5),
    "clCreateImage": (create_image, 6),
    "clCreateImage2D": (create_image, 8),
    "clCreateImage3D": (create_image, 10),
    "clCreateCommandQueue": (create_queue, 4),
    "clCreateCommandQueueWithProperties": (create_queue, 4),
    "clEnqueueWriteBuffer": (read_or_write("write"), 9),
    "clEnqueueReadBuffer": (read_or_write("read"), 9),
    "ppcl_write_transposed": (read_or_write("write"), 12),
    "ppcl_read_transposed": (read_or_write("read"), 12),
    "clEnqueueWriteBufferRect": (read_or_write_rectangle("write"), 14),
    "clEnqueueReadBufferRect": (read_or_write_rectangle("read"), 14),
    "clEnqueueCopyBuffer": (copy_buffer, 9),
    "clEnqueueCopyBufferRect": (copy_rectangle, 13),
    "clEnqueueFillBuffer": (fill_buffer, 9),
    "clEnqueueMapBuffer": (map_buffer, 10),
    "clEnqueueMapImage": (map_image, 12),
    "clEnqueueUnmapMemObject": (unmap, 6),
    "clEnqueueMigrateMemObjects": (migrate, 7),
    "clEnqueueWriteImage": (read_or_write_image("write"), 11),
    "clEnqueueReadImage": (read_or_write_image("read"), 11),
    "clEnqueueCopyImage": (copy_image, 9),
    "clEnqueueCopyImageToBuffer": (copy_image, 9),
    "clEnqueueCopyBufferToImage": (copy_image, 9),
    "clEnqueueFillImage": (fill_image, 8),
    "clFinish": (finish, 1),
    "clWaitForEvents": (wait_for_events, 2),
    "clEnqueueMarker": (mark, 2),
    "clEnqueueBarrier": (mark, 1),
    "clEnqueueWaitForEvents": (mark, 3),
    "clEnqueueMarkerWithWaitList": (mark, 4),
    "clEnqueueBarrierWithWaitList": (mark, 4),
    "clSetKernelArg": (set_argument, 4),
    "clSetKernelArgSVMPointer": (set_shared_argument, 3),
    "clEnqueueNDRangeKernel": (launch, 9),
    "clEnqueueTask": (task, 5),
    "clCreateBufferWithProperties": (refused_memory, 6),
    "clCreateImageWithProperties": (refused_memory, 7),
    "clCreatePipe": (refused_memory, 6),
    "clCreateFromGLBuffer": (refused_memory, 4),
    "clCreateFromGLTexture": (refused_memory, 6),
    "clCreateFromGLTexture2D": (refused_memory, 6),
    "clCreateFromGLTexture3D": (refused_memory, 6),
    "clCreateFromGLRenderbuffer": (refused_memory, 4),
    "clEnqueueAcquireGLObjects": (use_outside, 6),
    "clEnqueueReleaseGLObjects": (use_outside, 6),
    "clSVMAlloc": (allocate_shared(2), 4),
    "clHostMemAllocINTEL": (allocate_shared(2), 5),
    "clDeviceMemAllocINTEL": (allocate_shared(3), 6),
    "clSharedMemAllocINTEL": (allocate_shared(3), 6),
    "clSetKernelArgMemPointerINTEL": (set_shared_argument, 3),
    "clEnqueueMemFillINTEL": (use_shared, 8),
    "clEnqueueMemcpyINTEL": (use_shared, 8),
    "clEnqueueMigrateMemINTEL": (use_shared, 7),
    "clEnqueueMemAdviseINTEL": (use_shared, 7),
    "clEnqueueSVMMap": (use_shared, 8),
    "clEnqueueSVMUnmap": (use_shared, 5),
    "clEnqueueSVMMemcpy": (use_shared, 8),
    "clEnqueueSVMMemFill": (use_shared, 8),
    "clEnqueueSVMMigrateMem": (use_shared, 8),
    "clEnqueueSVMFree": (use_shared, 8),
    "clSetKernelExecInfo": (tell_kernel, 4),
}
HANDLERS: Mapping[str, Handler] = PROGRAMS | {name: model[0] for name, model in _MODELS.items()}
ARITY: Mapping[str, int] = PROGRAM_ARITY | {name: model[1] for name, model in _MODELS.items()}
