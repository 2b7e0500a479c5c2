import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../../platform/claims/work-loop.ts';
import type { Lane, Lanes } from './lanes.ts';
import { createPace } from './pace.ts';
import type { Pace, SendWave } from './send-wave.ts';

/** Interval at which lanes are claimed and renewed, ms. */
const roundMs = 1_000;
const longestPauseMs = 10_000;

/**
 * Sends what integrations have to send: lanes at the same time, so that a slow provider delays nobody but itself, and the
 * integrations of a lane at the same time too, but for the rate that they share.
 */
export function startSender({
  lanes,
  sendWave,
  logger,
}: {
  lanes: Lanes;
  sendWave: SendWave;
  logger: Pick<Logger, 'warn'>;
}): WorkLoop {
  const running = new Map<number, { lane: string; done: Promise<void> }>();
  /** Kept after a lane is idle: a limit of a provider is about the last seconds. */
  const paces = new Map<string, Pace>();
  const closing = new AbortController();
  let claimedLanes: readonly string[] = [];

  async function run(lane: Lane, integrationId: number, pace: Pace): Promise<void> {
    try {
      while (!closing.signal.aborted && (await sendWave(lane, integrationId, pace, closing.signal)));
    } catch (error) {
      if (!closing.signal.aborted) logger.warn({ err: error, integrationId }, 'an integration sends again later');
    } finally {
      running.delete(integrationId);
    }
  }

  function start(lane: Lane, integrationId: number): void {
    const pace = paces.get(lane.lane) ?? createPace(() => performance.now());
    paces.set(lane.lane, pace);
    running.set(integrationId, { lane: lane.lane, done: run(lane, integrationId, pace) });
  }

  const loop = startWorkLoop({
    longestPauseMs,
    onError: (error) => logger.warn({ err: error }, 'lanes of integrations are claimed again'),
    async round() {
      const busy = new Set([...running.values()].map(({ lane }) => lane));
      const claimed = new Map((await lanes.claim([...busy])).map((lane) => [lane.lane, lane]));
      for (const { lane: name, integration_id: id } of await lanes.listDue([...claimed.keys()])) {
        const lane = claimed.get(name);
        if (lane !== undefined && !running.has(id)) start(lane, id);
      }
      const used = new Set([...running.values()].map(({ lane }) => lane));
      await lanes.release(claimedLanes.filter((lane) => !used.has(lane)));
      claimedLanes = [...used];
      return roundMs;
    },
  });

  return {
    wake: loop.wake,
    async close() {
      closing.abort();
      await loop.close();
      await Promise.all([...running.values()].map(({ done }) => done));
      await lanes.release(claimedLanes).catch((error: unknown) => logger.warn({ err: error }, 'lanes stay claimed'));
    },
  };
}
