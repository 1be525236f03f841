"""The number of the C interface as the compiled core has it, and the sizes of its structs.

``abi.pxd`` holds the number that outside modules are compiled with, and the check that compares the two.
"""

from cardcore.dealplan cimport dealplan_t
from cardcore.deals cimport batch_kernels_t, batch_t, deal_t, outs_t, plan_t
from cardcore.kernels cimport deals_t, kernels_t
from cardcore.order cimport order_t
from cardcore.play cimport play_t, setup_t, undo_t
from cardcore.policy cimport stakes_t, won_t
from cardcore.rng cimport rng_t
from cardcore.sample cimport edge_t, layer_t, state_t, table_t
from cardcore.solver cimport (
    bounds_t, hint_t, move_value_t, question_t, shape_t, solve_kernels_t, solver_t,
)
from cardcore.wideint cimport wide_t

__all__ = ["ABI_VERSION", "struct_sizes"]     # the number is the enum of abi.pxd


def struct_sizes():
    """Sizes of the public structs in the compiled core.

    Returns
    -------
    dict of str to int
        Name of the struct to its size in bytes, in the order of the names.

    Examples
    --------
    >>> from cardcore.abi import struct_sizes
    >>> struct_sizes()["play_t"], struct_sizes()["undo_t"]
    (96, 32)
    """
    sizes = {
        "batch_kernels_t": sizeof(batch_kernels_t),
        "batch_t": sizeof(batch_t),
        "bounds_t": sizeof(bounds_t),
        "deal_t": sizeof(deal_t),
        "dealplan_t": sizeof(dealplan_t),
        "deals_t": sizeof(deals_t),
        "edge_t": sizeof(edge_t),
        "hint_t": sizeof(hint_t),
        "kernels_t": sizeof(kernels_t),
        "layer_t": sizeof(layer_t),
        "move_value_t": sizeof(move_value_t),
        "order_t": sizeof(order_t),
        "outs_t": sizeof(outs_t),
        "plan_t": sizeof(plan_t),
        "play_t": sizeof(play_t),
        "question_t": sizeof(question_t),
        "rng_t": sizeof(rng_t),
        "setup_t": sizeof(setup_t),
        "shape_t": sizeof(shape_t),
        "solve_kernels_t": sizeof(solve_kernels_t),
        "solver_t": sizeof(solver_t),
        "stakes_t": sizeof(stakes_t),
        "state_t": sizeof(state_t),
        "table_t": sizeof(table_t),
        "undo_t": sizeof(undo_t),
        "wide_t": sizeof(wide_t),
        "won_t": sizeof(won_t),
    }
    return {name: int(size) for name, size in sizes.items()}
