import { createRandom } from '@botscope/server/simulation/random.ts';
import { until } from '../fixtures/server.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Counted, readCounted } from './counted.ts';
import { expectDelivered, expectPushesRecorded, expectRecorded } from './expectations.ts';
import { type FaultName, faults } from './faults.ts';
import { startTelegram, startTraffic } from './traffic.ts';

const settledMs = 120_000;
/** As wrong as a clock can be that nobody has looked at for years, ms. */
const clockShiftMs = 7 * 60_000;

/** Two processes for traffic, one of them with a wrong clock, one for users, one for jobs. */
export async function startProcesses(cluster: Cluster): Promise<void> {
  // The first creates both schemas.
  await cluster.join('api', 'api');
  await Promise.all([
    cluster.join('ingest-1', 'ingest'),
    cluster.join('ingest-2', 'ingest', clockShiftMs),
    cluster.join('worker', 'worker'),
  ]);
}

export interface Run {
  rounds: number;
  counted: Counted;
}

/** Traffic through an installation of four processes while one thing after another goes wrong. */
export function runWithFaults(names: readonly FaultName[], seed: string): Promise<Run> {
  return run(startProcesses, async (cluster, traffic) => {
    const random = createRandom(seed);
    for (const name of names) {
      const startedAt = performance.now();
      await traffic.talkDuring(() =>
        faults[name](cluster, traffic, random).catch((error: unknown) => {
          throw new Error(`${name}: ${error}\n${joinLogs(cluster)}`, { cause: error });
        }),
      );
      console.log(`  ${name}: ${Math.round(performance.now() - startedAt)} ms`);
    }
    await traffic.talkDuring(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  });
}

/** Sends the same traffic through one process, to which nothing happens. */
export function runOneProcess(rounds: number): Promise<Run> {
  return run(
    async (cluster) => void (await cluster.join('all', 'ingest,api,worker')),
    async (_cluster, traffic) => {
      while (traffic.rounds < rounds) {
        traffic.talk();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  );
}

async function run(
  start: (cluster: Cluster) => Promise<void>,
  work: (cluster: Cluster, traffic: Awaited<ReturnType<typeof startTraffic>>) => Promise<void>,
): Promise<Run> {
  const telegram = await startTelegram();
  const cluster = await startCluster({ TELEGRAM_API_ROOT: telegram.url });
  try {
    await start(cluster);
    const traffic = await startTraffic(cluster, telegram);
    try {
      await work(cluster, traffic);
      await traffic.finished();
      await until(cluster.isSettled, settledMs);
      for (const bot of traffic.bots) expectDelivered(cluster, bot);
      for (const bot of traffic.bots) await expectRecorded(cluster, bot);
      await expectPushesRecorded(cluster, traffic);
      return { rounds: traffic.rounds, counted: await readCounted(cluster, traffic) };
    } finally {
      await traffic.close();
    }
  } finally {
    await cluster.remove();
    await telegram.stop();
  }
}

/** Joins the output of the processes, for a failing test's message. */
function joinLogs({ members }: Cluster): string {
  return [...members.values()].map(({ instance }) => `── ${instance.name}\n${instance.log.slice(-2_000)}`).join('\n');
}
