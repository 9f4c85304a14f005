"""What the peers in Python share: they do what they are told on standard input, and answer each line with `done`."""

import asyncio
import os
import sys

BATCH = 500
# As long as what Belfry writes.
PAYLOAD = (
    '{"active_since":"2015-01-01","baseline_value":8000,"day_count":4,"deviation_percent":-34.99,"kind":"pattern_alert","level":3,'
    '"member_name":"Ben","metric_type":"steps","pattern_type":"drop_vs_baseline","recent_value":5200.5,"severity":"watch"}'
)
TALLY = int(os.environ["TALLY"])


def ran():
    """All that a job does: it says that it ran."""
    os.write(TALLY, b".")


def batches(count):
    return (range(start, min(start + BATCH, count)) for start in range(0, count, BATCH))


async def serve(peer):
    """`setup`, then in rounds `clear`, `enqueue COUNT`, `work` (which begins it) and `stop` (which waits until all is recorded)."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        verb, *numbers = line.split()
        await getattr(peer, verb)(*map(int, numbers))
        print("done", flush=True)
