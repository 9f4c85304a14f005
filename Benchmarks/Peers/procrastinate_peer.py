"""Procrastinate on psycopg; its jobs stay in the table, as they do by default."""

import asyncio
import os

import procrastinate

import peer

app = procrastinate.App(connector=procrastinate.PsycopgConnector())


@app.task
async def nothing(payload):
    peer.ran()


class Procrastinate:
    opened = False

    async def open(self):
        if not self.opened:
            await app.open_async()
            self.opened = True

    async def setup(self):
        await self.open()
        await app.schema_manager.apply_schema_async()

    async def clear(self):
        await app.connector.execute_query_async("TRUNCATE procrastinate_jobs, procrastinate_events, procrastinate_periodic_defers")

    async def enqueue(self, count):
        for batch in peer.batches(count):
            await nothing.batch_defer_async(*({"payload": peer.PAYLOAD} for _ in batch))

    async def work(self):
        await self.open()
        concurrency = int(os.environ.get("CONCURRENCY", "1"))
        # It ends once nothing waits.
        self.working = asyncio.create_task(app.run_worker_async(wait=False, concurrency=concurrency, install_signal_handlers=False))

    async def stop(self):
        await self.working


asyncio.run(peer.serve(Procrastinate()))
