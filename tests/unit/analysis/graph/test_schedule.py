"""WII functions, read back and applied by isl."""

import islpy
import pytest

from ppcl.analysis.graph.schedule import width_of, wii_function
from ppcl.analysis.model import MemoryObject
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.types import FloatType, VectorType
from ppcl.targets.target import Target
from tests.unit.analysis.models import FLOAT, access, at, barrier, branch, kernel, loop

OBJECT = MemoryObject(0, "parameter", "a", None, FLOAT, None)
NODE = ex.NameRef(at(0), FLOAT, Declaration("a", "a"), "parameter")


def _load(order, type_=FLOAT):
    return access(order, "load", OBJECT, NODE, type_)


def _order(text, *instances):
    """The instances in the order in which the schedule runs them, equal ones together."""
    schedule = islpy.UnionMap(text)
    times: dict[tuple[int, ...], list[str]] = {}
    for instance in instances:
        image = islpy.UnionSet(f"{{ {instance} }}").apply(schedule)
        point = islpy.Set.from_union_set(image).sample_point()
        time = tuple(
            point.get_coordinate_val(islpy.dim_type.set, i).to_python()
            for i in range(point.get_space().dim(islpy.dim_type.set))
        )
        times.setdefault(time, []).append(instance)
    return [times[time] for time in sorted(times)]


def test_serial_runs_work_items_one_after_another():
    text = wii_function(kernel("k", tree=(loop(_load(1), _load(2), name="j"),)), 1)
    instances = ["S1[0,0,0,0]", "S2[0,0,0,0]", "S1[0,0,0,1]", "S1[0,0,1,0]", "S2[0,0,1,0]"]
    assert _order(text, *reversed(instances)) == [[instance] for instance in instances]


def test_data_parallel_runs_them_in_step():
    text = wii_function(kernel("k", tree=(_load(1), _load(2))), 2)
    instances = [f"S{s}[0,0,{x}]" for x in range(4) for s in (1, 2)]
    assert _order(text, *instances) == [
        ["S1[0,0,0]", "S1[0,0,1]"],
        ["S2[0,0,0]", "S2[0,0,1]"],
        ["S1[0,0,2]", "S1[0,0,3]"],
        ["S2[0,0,2]", "S2[0,0,3]"],
    ]


def test_rows_of_a_group_follow_one_another():
    text = wii_function(kernel("k", tree=(_load(1),)), 4)
    assert _order(text, "S1[1,0,0]", "S1[0,1,0]", "S1[0,0,3]", "S1[0,0,0]") == [
        ["S1[0,0,3]", "S1[0,0,0]"],
        ["S1[0,1,0]"],
        ["S1[1,0,0]"],
    ]


def test_a_barrier_holds_all_work_items_back():
    text = wii_function(kernel("k", tree=(_load(1), barrier(2), _load(3))), 1)
    instances = ["S1[0,0,0]", "S1[0,0,1]", "S3[0,0,0]", "S3[0,0,1]"]
    assert _order(text, *reversed(instances)) == [[instance] for instance in instances]


def test_a_loop_with_barriers_turns_for_the_whole_group():
    tiles = loop(_load(2), barrier(3), loop(_load(4), name="k"), barrier(5), name="t")
    text = wii_function(kernel("k", tree=(_load(1), tiles, _load(6))), 1)
    instances = ["S1[0,0,0]", "S1[0,0,1]"]
    for turn in range(2):
        instances += [f"S2[0,0,{x},{turn}]" for x in range(2)]
        instances += [f"S4[0,0,{x},{turn},{k}]" for x in range(2) for k in range(2)]
    instances += ["S6[0,0,0]", "S6[0,0,1]"]
    assert _order(text, *reversed(instances)) == [[instance] for instance in instances]


def test_branches_keep_the_order_of_the_text():
    tree = (branch((_load(1),), (_load(2),)), _load(3))
    text = wii_function(kernel("k", tree=tree), 1)
    instances = ["S1[0,0,0]", "S2[0,0,0]", "S3[0,0,0]"]
    assert _order(text, *reversed(instances)) == [[instance] for instance in instances]


@pytest.mark.parametrize("names", [("j", "j"), ("min", "max"), ("i1", ""), ("lx_", "lx")])
def test_iterators_have_names_that_isl_takes(names):
    outer, inner = names
    tree = (loop(loop(_load(1), name=inner), name=outer),)
    text = wii_function(kernel("k", tree=tree), 1)
    instances = [f"S1[0,0,0,{i},{j}]" for i in range(2) for j in range(2)]
    assert _order(text, *reversed(instances)) == [[instance] for instance in instances]


def test_a_kernel_without_accesses_has_an_empty_schedule():
    assert islpy.UnionMap(wii_function(kernel("k", tree=()), 4)).is_empty()


def test_the_widest_element_sets_the_width():
    def target(mode):
        return Target("t", "", "cpu", mode, {"float": 16, "double": 8}, 64, (), (), {})

    double = _load(2, VectorType(FloatType("double", 64), 4))
    floats, both = kernel("k", tree=(_load(1),)), kernel("k", tree=(_load(1), double))
    assert width_of(floats, target("data-parallel")) == 16
    assert width_of(both, target("data-parallel")) == 8
    assert width_of(both, target("serial")) == 1
