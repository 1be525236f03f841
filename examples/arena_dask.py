"""An arena on a cluster of one machine: Dask's workers play the boards, and the report is the same as ever.

Needs the extra ``dask``. With a scheduler of your own, give its address to ``Client`` instead.
"""

import sys

from distributed import Client, LocalCluster

from tricktake import arena
from tricktake import fivehundred as fh


def main() -> None:
    """Play as many boards as the command line says."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)  # pyright: ignore[reportArgumentType]
    with cluster, Client(cluster) as client:
        report = arena.play(
            fh.Rules.australian(),
            ["heuristic", "random"],
            boards=boards,
            seed=500,
            executor=client.get_executor(),
            chunk=5,
        )
    print(report)


if __name__ == "__main__":
    main()
