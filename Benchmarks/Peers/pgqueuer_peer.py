"""PgQueuer on asyncpg and uvloop."""

import asyncio
import datetime

import asyncpg
import uvloop
from pgqueuer.db import AsyncpgDriver
from pgqueuer.qm import QueueManager
from pgqueuer.queries import Queries

import peer


class PgQueuer:
    async def setup(self):
        self.queries = Queries(AsyncpgDriver(await asyncpg.connect()))
        await self.queries.install()

    async def clear(self):
        await self.queries.clear_queue()
        await self.queries.clear_queue_log()
        await self.queries.clear_statistics_log()

    async def enqueue(self, count):
        for batch in peer.batches(count):
            size = len(batch)
            await self.queries.enqueue(["nothing"] * size, [peer.PAYLOAD.encode()] * size, [0] * size)

    async def work(self):
        self.worker = await asyncpg.connect()
        self.manager = QueueManager(Queries(AsyncpgDriver(self.worker)))

        @self.manager.entrypoint("nothing")
        async def nothing(job):
            peer.ran()

        # Its statistics are folded from time to time; nothing of it belongs to a job.
        self.working = asyncio.create_task(self.manager.run(batch_size=peer.BATCH, log_aggregation_interval=datetime.timedelta(0)))

    async def stop(self):
        self.manager.shutdown.set()
        await self.working
        await self.worker.close()


uvloop.run(peer.serve(PgQueuer()))
