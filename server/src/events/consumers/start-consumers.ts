import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/claims/work-loop.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { createCursors } from './cursors.ts';
import type { EventConsumer, EventCursor } from './event-consumer.ts';

/** Interval of turns, ms: one subject takes a fifth of the time at most, its deep turns a twentieth. */
const turnMs = 2_000;
const turnsApart = 5;
const deepTurnMs = 15 * minuteMs;
const deepTurnsApart = 20;
/** Interval at which cursors are renewed and new subjects are looked for, ms. */
const claimIntervalMs = 15_000;
const retryMs = 10_000;

interface ConsumerDeps {
  metadata: { db: Kysely<Tables> };
  /** Names the data directory of this process. */
  instanceId: string;
  bus: Pick<Bus, 'subscribe'>;
  logger: Pick<Logger, 'warn'>;
}

/** Starts the consumers of a process: each has the cursors that no other process has, and one turn at a time. */
export function startConsumers(deps: ConsumerDeps & { consumers: readonly EventConsumer[] }): Pick<WorkLoop, 'close'> {
  const started = deps.consumers.map((consumer) => startConsumer(consumer, deps));
  return { close: async () => void (await Promise.all(started.map(({ close }) => close()))) };
}

/** A cursor that this process has. Moments are of the monotonic clock. */
interface ClaimedCursor {
  cursor: EventCursor;
  turnAt: number;
  deepAt: number;
}

function startConsumer(consumer: EventConsumer, deps: ConsumerDeps): Pick<WorkLoop, 'close'> {
  const { metadata, instanceId, bus, logger } = deps;
  const { name } = consumer;
  const cursors = createCursors({ db: metadata.db, consumer, claimant: { instance: instanceId, run: randomUUID() } });
  const claimed = new Map<string, ClaimedCursor>();
  const urgentBots = new Set<string>();
  let claimAt = 0;

  async function claim(): Promise<void> {
    const current = await cursors.claimAll();
    const subjects = new Set(current.map(({ subject }) => subject));
    for (const subject of claimed.keys()) if (!subjects.has(subject)) claimed.delete(subject);
    for (const cursor of current) {
      if (claimed.get(cursor.subject)?.cursor.fence === cursor.fence) continue;
      claimed.set(cursor.subject, { cursor, turnAt: 0, deepAt: 0 });
    }
  }

  async function takeTurn(one: ClaimedCursor): Promise<void> {
    const startedAt = performance.now();
    const isDeep = startedAt >= one.deepAt;
    await consumer.consume(cursors.turn(one.cursor, isDeep));
    const took = performance.now() - startedAt;
    one.turnAt = startedAt + Math.max(turnMs, took * turnsApart);
    if (isDeep) one.deepAt = startedAt + Math.max(deepTurnMs, took * deepTurnsApart);
  }

  /** @returns ms until the next turn */
  async function round(signal: AbortSignal): Promise<number> {
    if (performance.now() >= claimAt || urgentBots.size > 0) {
      await claim();
      claimAt = performance.now() + claimIntervalMs;
    }
    for (const one of claimed.values()) if (urgentBots.has(one.cursor.bot)) one.turnAt = 0;
    urgentBots.clear();
    for (const one of claimed.values()) {
      if (signal.aborted || performance.now() < one.turnAt) continue;
      try {
        await takeTurn(one);
      } catch (error) {
        const { subject, bot } = one.cursor;
        logger.warn({ err: error, consumer: name, subject, bot }, 'events of a subject are read again');
        one.turnAt = performance.now() + retryMs;
      }
    }
    return Math.min(claimAt, ...[...claimed.values()].map(({ turnAt }) => turnAt)) - performance.now();
  }

  const loop = startWorkLoop({
    round,
    longestPauseMs: retryMs,
    onError: (error) => logger.warn({ err: error, consumer: name }, 'cursors are claimed again'),
  });
  const stopListening =
    consumer.wakeOn &&
    bus.subscribe(consumer.wakeOn, ({ key }) => {
      if (key === null) return;
      urgentBots.add(key);
      loop.wake();
    });
  return {
    async close() {
      stopListening?.();
      await loop.close();
      // The work after this one must close, too; an unreleased claim expires.
      await cursors
        .release()
        .catch((error: unknown) => logger.warn({ err: error, consumer: name }, 'cursors stay claimed'));
    },
  };
}
