"""Huey on a SQLite file of its own that waits for the disk: two worker processes, no results. A job leaves the file before it runs."""

import asyncio
import os

from huey import SqliteHuey

import peer

huey = SqliteHuey(filename=os.environ["PEER_FOLDER"] + "/huey.db", fsync=True, results=False)


@huey.task()
def nothing(payload):
    peer.ran()


class Huey:
    async def setup(self):
        pass

    async def clear(self):
        huey.flush()

    async def enqueue(self, count):
        for _ in range(count):
            nothing(peer.PAYLOAD)

    async def work(self):
        huey.storage.close()  # a connection doesn't survive a fork
        self.consumer = huey.create_consumer(
            workers=2, worker_type="process", periodic=False, initial_delay=0.01, max_delay=0.05, scheduler_interval=1, check_worker_health=False)
        self.consumer.start()

    async def stop(self):
        self.consumer.stop(graceful=True)


asyncio.run(peer.serve(Huey()))
