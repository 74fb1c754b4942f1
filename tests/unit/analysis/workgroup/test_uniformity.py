"""Which variables have one value for all work-items of a group."""

import pytest

from ppcl.analysis.workgroup.uniformity import uniformity
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from tests.unit.backend.small_kernel import kernel_of

ID = "int l = get_local_id(0);"
HELPERS = """
int plain(int x) { return x + 1; }
int asks(int x) { return x + (int)get_local_id(0); }
int above(int x) { return asks(x); }
"""


@pytest.mark.parametrize(
    ("body", "varying"),
    [
        (f"{ID} int x = n, y = l;", "l y"),
        ("int x = get_group_id(0) + get_local_size(1) + get_global_size(0);", ""),
        ("int x = in[n], y = *in, z = s[3];", ""),
        (f"{ID} int x = in[l];", "l x"),
        (f"{ID} int x = 0; if (l) x = 1;", "l x"),
        (f"{ID} int x = 0; if (n) x = 1;", "l"),
        (f"{ID} int x = 0; for (int i = 0; i < l; i++) x++;", "i l x"),
        (f"{ID} int x = 0; for (int i = 0; i < n; i++) {{ x++; if (l) break; }}", "i l x"),
        (f"{ID} int x = 0; for (int i = 0; i < n; i++) {{ x++; if (l) continue; }}", "i l x"),
        (f"{ID} int x = 0; while (x < n) {{ for (;;) if (l) break; x++; }}", "l"),
        (f"{ID} int x = 0; while (x < n) {{ for (;;) if (l) return; x++; }}", "l x"),
        (f"{ID} int x = 0; while (x < n) {{ switch (l) {{ case 1: break; }} x++; }}", "l"),
        (f"{ID} int x = 0; while (x < n) {{ switch (l) {{ case 1: continue; }} x++; }}", "l x"),
        (f"{ID} int x = 0, y = l && (x = 1);", "l x y"),
        ("int x = 0, y = 0; int *p = &x; *p = 3; y = *p;", "p x y"),
        ("int a[2]; int x = a[0];", "a x"),
        ("int x = plain(n), y = asks(n), z = above(n);", "y z"),
        ("int x = atomic_inc(out);", "x"),
        ("global volatile int *p = out; int x = *p;", "x"),
        (f"{ID} local int t; if (l == 0) t = n; int x = t;", "l"),
        (f"{ID} local int t[2]; if (l == 0) t[1] = n; int x = t[1];", "l"),
    ],
)
def test_varying(body: str, varying: str) -> None:
    kernel, unit = kernel_of(body, HELPERS)
    assert kernel.body is not None
    found = uniformity(kernel, {f.declaration.key: f for f in unit.functions})
    nodes = [node for node in descendants(kernel.body) if isinstance(node, st.Variable)]
    own = [v for v in nodes if v.declaration.key in found.varying - found.shared]
    assert " ".join(sorted(v.declaration.name for v in own)) == varying
