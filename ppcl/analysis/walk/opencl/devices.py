"""What devices a host asks OpenCL for."""

from ppcl.analysis.model.devices import DeviceRequest
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Value
from ppcl.analysis.walk.opencl.objects import Handler, OpenClObjects, known_int, new_handle
from ppcl.analysis.walk.opencl.outputs import forget_outputs
from ppcl.ir.expression import Call


def request_devices(kind: str) -> Handler:
    """`clGetDeviceIDs` and `clCreateContextFromType`, whose second argument is a set of types."""

    def request(
        api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value:
        api.requests.append(DeviceRequest(known_int(arguments[1]), walk.seen(call.at)))
        forget_outputs(walk, call, arguments, state)
        return new_handle(walk, call, kind)

    return request
