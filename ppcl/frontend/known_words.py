"""Attributes and pragmas that ppcl knows: they change nothing that a walk through the program
would miss, or are modelled. All others are told by name.

Sources: GCC 12's and Clang 18's manuals, OpenCL C 1.2 (6.9 and 6.11), OpenMP 5.2 (2.1).
"""

# On functions, variables, types, fields and statements; those that begin and end code unseen
# (`cleanup`, `constructor`, `destructor`) and `weak` are modelled.
_OF_DECLARATIONS = """
    access align aligned alloc_align alloc_size always_inline annotate artificial
    assume_aligned availability cdecl cold common const constructor convergent deprecated
    designated_init destructor cleanup dllexport dllimport error externally_visible fallthrough
    fastcall fd_arg fd_arg_read fd_arg_write flatten format format_arg gnu_inline gnu_printf hot
    internal_linkage leaf likely malloc may_alias maybe_unused mode ms_abi ms_struct musttail
    no_address_safety_analysis no_builtin no_caller_saved_registers no_icf
    no_instrument_function no_profile_instrument_function no_reorder no_sanitize
    no_sanitize_address no_sanitize_thread no_sanitize_undefined no_split_stack
    no_stack_protector no_thread_safety_analysis no_unique_address noclone nocommon nodebug
    nodiscard noduplicate noescape noinline noipa nonnull nonstring noplt noreturn nothrow
    null_terminated_string_arg optimize optnone overloadable packed pure regparm restrict retain
    returns_nonnull selectany sentinel simd stack_protect stdcall sysv_abi target target_clones
    thread tls_model transparent_union trivial_abi type_visibility unavailable uninitialized
    unlikely unused used vector_size ext_vector_type visibility warn_unused
    warn_unused_result warning weak
"""
_OF_KERNELS = """
    intel_reqd_sub_group_size kernel max_work_group_size nosvm num_compute_units
    num_simd_work_items opencl_unroll_hint reqd_work_group_size vec_type_hint
    work_group_size_hint xcl_array_partition xcl_dataflow xcl_pipeline_loop
    xcl_pipeline_workitems
"""
ATTRIBUTES = frozenset((_OF_DECLARATIONS + _OF_KERNELS).split())
# What nothing but a name in the text may be put into: others may hold code to run.
SECTIONS = (".text", ".data", ".rodata", ".bss", ".tdata", ".tbss", ".note", ".comment")

# By the first word, or the first two for those of a compiler's or a standard's own.
_PRAGMAS = """
    acc endregion error GCCdiagnostic GCCivdep GCCoptimize GCCpoison GCCpop_options GCCdependency
    GCCpush_options GCCsystem_header GCCtarget GCCunroll GCCvisibility GCCwarning GCCerror
    STDCFP_CONTRACT STDCFENV_ACCESS STDCCX_LIMITED_RANGE OPENCLEXTENSION OPENCLFP_CONTRACT
    OPENCLSELECT_ROUNDING_MODE clangdiagnostic clangfp clangloop clangoptimize
    clangsystem_header code_seg comment distribute_point endscop float_control fp_contract
    function inline intel intrinsic ivdep loop_count mark message noinline noparallel
    nofusion nounroll nounroll_and_jam novector omp once optimize pack parallel prefetch region
    scop simd unroll unroll_and_jam vector warning
"""
PRAGMAS = frozenset(_PRAGMAS.split())
QUALIFIED_PRAGMAS = frozenset({"GCC", "STDC", "OPENCL", "clang"})
