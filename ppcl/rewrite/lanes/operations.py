"""What there is for the lanes of a row beside operators: builtin functions of our own."""

from ppcl.ir.node import Declaration
from ppcl.ir.types import ROW_LANES, IntType, VectorType

# The type of masks: -1 in a lane that is set, else 0.
MASK = VectorType(IntType("int", 32, True), ROW_LANES)

# How many lanes there are.
WIDTH = Declaration("PPCL_WIDTH", "#width")
# The number of a lane.
LANE = "lane"

# Consecutive elements of memory; one number, or numbers from one on by so much, in all lanes;
# another type's numbers.
LOAD, STORE, SPLAT, NUMBERS = "lanes_load", "lanes_store", "lanes_splat", "lanes_numbers"
CONVERT = "lanes_convert"
# Elements so far apart.
STRIDED = "lanes_strided"
# Elements behind an address, the first argument, by number, the second.
GATHER, SCATTER = "lanes_gather", "lanes_scatter"
# Whether numbers of 64 bits from one on are below another one, or no more than it.
BELOW, UP_TO = "lanes_below", "lanes_up_to"
# Whether a mask is set for any lane; the second argument where it is set, the third elsewhere.
SOME, SELECT = "lanes_some", "lanes_select"
# What reads and writes memory under a mask, the first argument.
LOAD_WHERE, STORE_WHERE = "lanes_load_where", "lanes_store_where"
GATHER_WHERE, SCATTER_WHERE = "lanes_gather_where", "lanes_scatter_where"

# The same of memory with OpenCL vectors: behind the numbers stand how many numbers one has room
# for, and which of its components is meant.
PART, PART_WHERE = "lanes_part", "lanes_part_where"
CHANGE, CHANGE_WHERE = "lanes_change", "lanes_change_where"
# Writes vectors of so many components, the last arguments.
PUT = {lanes: (f"lanes_put{lanes}", f"lanes_put{lanes}_where") for lanes in (2, 3, 4)}
# Elements of each work-item's own array: of which, the first argument, by number, the second.
OWN, OWN_WHERE = "lanes_own", "lanes_own_where"
KEEP, KEEP_WHERE = "lanes_keep", "lanes_keep_where"
