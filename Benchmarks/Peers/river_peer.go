// River as its own benchmark (`river bench`) sets it: 2,000 jobs at a time, and no long waits before it looks for more. As by default, what is
// done is recorded in batches and stays in the table.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

const batch = 500

// As long as what Belfry writes.
const payload = `{"active_since":"2015-01-01","baseline_value":8000,"day_count":4,"deviation_percent":-34.99,"kind":"pattern_alert","level":3,` +
	`"member_name":"Ben","metric_type":"steps","pattern_type":"drop_vs_baseline","recent_value":5200.5,"severity":"watch"}`

type nothing struct{ json.RawMessage }

func (nothing) Kind() string { return "nothing" }

type worker struct {
	river.WorkerDefaults[nothing]
	tally *os.File
}

func (worker worker) Work(context.Context, *river.Job[nothing]) error {
	_, err := worker.tally.Write([]byte("."))
	return err
}

type queue struct {
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
}

func open(ctx context.Context) (queue, error) {
	tally, err := strconv.Atoi(os.Getenv("TALLY"))
	if err != nil {
		return queue{}, err
	}
	pool, err := pgxpool.New(ctx, "")
	if err != nil {
		return queue{}, err
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, worker{tally: os.NewFile(uintptr(tally), "tally")})
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		FetchCooldown:     2 * time.Millisecond,
		FetchPollInterval: 20 * time.Millisecond,
		// Standard output, where it would write, is for answers.
		Logger:  slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2_000}},
		Workers: workers,
	})
	return queue{pool, client}, err
}

func (queue queue) setup(ctx context.Context) error {
	migrator, err := rivermigrate.New(riverpgxv5.New(queue.pool), nil)
	if err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

func (queue queue) clear(ctx context.Context) error {
	_, err := queue.pool.Exec(ctx, "TRUNCATE river_job")
	return err
}

func (queue queue) enqueue(ctx context.Context, count int) error {
	for start := 0; start < count; start += batch {
		jobs := make([]river.InsertManyParams, min(batch, count-start))
		for index := range jobs {
			jobs[index].Args = nothing{json.RawMessage(payload)}
		}
		if _, err := queue.client.InsertManyFast(ctx, jobs); err != nil {
			return err
		}
	}
	return nil
}

func (queue queue) do(ctx context.Context, line string) error {
	verb, number, _ := strings.Cut(line, " ")
	switch verb {
	case "setup":
		return queue.setup(ctx)
	case "clear":
		return queue.clear(ctx)
	case "enqueue":
		count, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		return queue.enqueue(ctx, count)
	case "work":
		return queue.client.Start(ctx)
	case "stop":
		return queue.client.Stop(ctx)
	}
	return fmt.Errorf("there is nothing to do for '%s'", line)
}

func main() {
	ctx := context.Background()
	queue, err := open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); fmt.Println("done") {
		if err := queue.do(ctx, lines.Text()); err != nil {
			log.Fatal(err)
		}
	}
}
