"use strict";
// graphile-worker as its own measurements set it: 24 jobs at a time, a local queue of 500, and what is done recorded in batches.

const fs = require("node:fs");
const readline = require("node:readline");
const { Logger, makeWorkerUtils, run } = require("graphile-worker");
const { Pool } = require("pg");

const BATCH = 500;
// As long as what Belfry writes.
const PAYLOAD = {
  active_since: "2015-01-01", baseline_value: 8000, day_count: 4, deviation_percent: -34.99, kind: "pattern_alert", level: 3,
  member_name: "Ben", metric_type: "steps", pattern_type: "drop_vs_baseline", recent_value: 5200.5, severity: "watch",
};
const TALLY = Number(process.env.TALLY);

const pgPool = new Pool({ max: 25 });
const preset = {
  worker: { concurrentJobs: 24, maxPoolSize: 25, localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
};
// It would write a line for each job.
const options = { preset, pgPool, logger: new Logger(() => () => {}) };
const taskList = { nothing: () => void fs.writeSync(TALLY, ".") };
let utilities, runner;

const verbs = {
  async setup() {
    utilities = await makeWorkerUtils(options);
    await utilities.migrate();
  },
  clear: () => pgPool.query("TRUNCATE graphile_worker._private_jobs"),
  async enqueue(count) {
    for (let start = 0; start < count; start += BATCH) {
      const size = Math.min(BATCH, count - start);
      await utilities.addJobs(Array.from({ length: size }, () => ({ identifier: "nothing", payload: PAYLOAD })));
    }
  },
  async work() {
    runner = await run({ ...options, taskList, noHandleSignals: true });
  },
  stop: () => runner.stop(),
};

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [verb, ...numbers] = line.split(" ");
    await verbs[verb](...numbers.map(Number));
    console.log("done");
  }
  process.exit();
})();
