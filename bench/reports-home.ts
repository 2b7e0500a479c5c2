import type { ReportType } from '@botscope/contract';
import type { CountedTarget } from '@botscope/server/analytics/reports/report.ts';
import { testReport } from '@botscope/server/analytics/reports/test-query.ts';
import type { EventStore } from '@botscope/server/events/store/event-store.ts';
import { quantile, timed } from './quantile.ts';
import { sampleEvent } from './sample-event.ts';

/** Requests of the home page when it is opened: [report, whether it is compared with the period before]. */
const homeSet: readonly (readonly [ReportType, boolean])[] = [
  ['new_users', true],
  ['left_users', true],
  ['return_users', true],
  ['visitors', true],
  ['messages_from_user', true],
  ['session_count', true],
  ['rejection', true],
  ['avg_duration_session', true],
  ['users_graph', false],
  ['user_commands_stat', false],
];

/** Requests that follow when the page is scrolled. */
const lowerHalf: typeof homeSet = [
  ['conversions_summary', true],
  ['sum_income', true],
  ['utm_summary', false],
  ['activity_hours', false],
];

/** Updates a second that come in beside the busy measurement, in batches as pushes bring them. */
const updatesPerSecond = 2_000;
const batch = 100;

interface HomeOptions {
  store: EventStore;
  bot: string;
  now: number;
  timeZone: string;
  rounds: number;
  targets: readonly CountedTarget[];
  /** The longest p95 that is wanted, ms. */
  limit?: number;
}

/** The whole home page over 30 days, quiet and while updates come in for the same bot. Prints medians and p95, ms. */
export async function measureHome(options: HomeOptions): Promise<void> {
  const { store, bot, now, timeZone, rounds, targets, limit = 600 } = options;
  const askFor = (set: typeof homeSet) => () =>
    Promise.all(
      set.map(([type, compares]) =>
        testReport(
          { store, now: () => now },
          {
            bot,
            type,
            period: '30d',
            timeZone,
            sessionGapMinutes: 30,
            targets,
            ...(compares ? { compare: 'previous' } : {}),
          },
        ),
      ),
    );
  const repeat = async (ask: () => Promise<unknown>): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(ask));
    return times;
  };
  const first = askFor(homeSet);
  const loadWholePage = askFor([...homeSet, ...lowerHalf]);
  await loadWholePage();
  const quietTimes = await repeat(first);
  const quietWhole = await repeat(loadWholePage);
  const stop = pourIn(store, bot, now);
  const busyTimes = await repeat(first);
  const writtenPerSecond = await stop();
  console.log(`\nthe home page’s whole set, 30 days; wanted: at most ${limit} ms, twice that while updates come in`);
  const describe = (times: readonly number[]) =>
    `median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`;
  console.log(`quiet: ${describe(quietTimes)}; with the lower half asked at once: ${describe(quietWhole)}`);
  console.log(
    `while ${writtenPerSecond.toFixed(0)} updates/s come in: ${describe(busyTimes)}, × ${(quantile(busyTimes, 0.5) / quantile(quietTimes, 0.5)).toFixed(1)}`,
  );
}

/** Writes updates of a moment and those that follow at an even pace until it is stopped; returns the pace that was reached. */
function pourIn(store: EventStore, bot: string, now: number): () => Promise<number> {
  const began = performance.now();
  let writtenCount = 0;
  const createEvent = (index: number) => {
    const event = sampleEvent(index);
    const time = now + Math.floor((index * 1_000) / updatesPerSecond);
    const dated = event.sentAt > 0 && { sentAt: Math.floor(time / 1_000), partitionKey: Math.floor(time / 86_400_000) };
    return { ...event, ...dated, bot, time, receivedAt: time + 40 };
  };
  const timer = setInterval(() => {
    const dueCount = ((performance.now() - began) / 1_000) * updatesPerSecond;
    while (writtenCount + batch <= dueCount) {
      const events = Array.from({ length: batch }, (_, index) => createEvent(writtenCount + index));
      writtenCount += batch;
      void store.write(events);
    }
  }, 20);
  return async () => {
    clearInterval(timer);
    const pace = writtenCount / ((performance.now() - began) / 1_000);
    await store.flush();
    return pace;
  };
}
