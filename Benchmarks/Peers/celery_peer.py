"""Celery on a Redis of its own: two worker processes that fetch far ahead, no results, no events.

Redis keeps the jobs in memory, as it does by default, or on disk where `DURABLE` is set; then a job is also acknowledged after it ran.
"""

import asyncio
import os
import subprocess
import sys

import redis
from celery import Celery

import peer

SOCKET = os.environ["PEER_FOLDER"] + "/redis.sock"
DURABLE = "DURABLE" in os.environ

app = Celery("celery_peer", broker=f"redis+socket://{SOCKET}")
app.conf.update(
    task_ignore_result=True, worker_prefetch_multiplier=250, worker_disable_rate_limits=True, task_acks_late=DURABLE,
    broker_connection_retry_on_startup=True)


@app.task(name="nothing")
def nothing(payload):
    peer.ran()


class Queue:
    number = 0
    # Whose consumer is cancelled is looked at for another second, so each round has a queue of its own.
    name = property(lambda self: f"jobs{self.number}")

    async def setup(self):
        disk = ["--appendonly", "yes", "--appendfsync", "always"] if DURABLE else []
        server = [os.environ["REDIS_SERVER"], "--port", "0", "--unixsocket", SOCKET, "--dir", os.path.dirname(SOCKET), *disk]
        libraries = {"LD_LIBRARY_PATH": os.environ["REDIS_LIBRARIES"]} if "REDIS_LIBRARIES" in os.environ else {}
        self.server = subprocess.Popen(server, stdin=subprocess.DEVNULL, stdout=sys.stderr, env={**os.environ, **libraries})
        await until(lambda: redis.Redis(unix_socket_path=SOCKET).ping())
        command = [
            sys.executable, "-m", "celery", "--app=celery_peer", "worker", "--pool=prefork", "--concurrency=2", "--queues=none", "--loglevel=WARNING",
            "--without-gossip", "--without-mingle", "--without-heartbeat"]
        self.worker = subprocess.Popen(
            command, cwd=os.path.dirname(__file__), stdin=subprocess.DEVNULL, stdout=sys.stderr, pass_fds=[peer.TALLY])
        await until(lambda: app.control.ping(timeout=0.5))

    async def clear(self):
        self.number += 1

    async def enqueue(self, count):
        with app.producer_pool.acquire() as producer:
            for _ in range(count):
                nothing.apply_async((peer.PAYLOAD,), queue=self.name, producer=producer)

    async def work(self):
        app.control.add_consumer(self.name)

    async def stop(self):
        app.control.cancel_consumer(self.name)

    def end(self):
        for process in (self.worker, self.server):
            process.terminate()
            process.wait()


async def until(answers):
    for _ in range(200):
        try:
            if answers():
                return
        except redis.exceptions.ConnectionError:
            pass
        await asyncio.sleep(0.1)
    sys.exit("Redis or Celery's worker didn't start")


if __name__ == "__main__":
    queue = Queue()
    asyncio.run(peer.serve(queue))
    queue.end()
