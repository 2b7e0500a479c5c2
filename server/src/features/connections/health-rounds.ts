import type { Logger } from 'pino';
import type { Bots } from '../bots/bots.ts';
import type { Health } from './health-check.ts';

/** Each bot with a token is looked at this often. */
const roundIntervalMs = 300_000;
/** Interval at which due bots are looked for: their checks stay spread over the five minutes. */
const beatIntervalMs = 10_000;
/** Limits of checks per beat and at once: Telegram does not mind 20 checks a second, but would mind 5,000 at once. */
const perBeat = 200;
const atOnce = 4;

/** Looks at all connections in turn, until closed. Several processes share the work. */
export function startHealthRounds(deps: {
  health: Pick<Health, 'checkNow' | 'sweep'>;
  bots: Pick<Bots, 'claimForCheck'>;
  logger: Logger;
  now?: () => number;
  everyMs?: number;
  beatMs?: number;
}): { close(): Promise<void> } {
  const { health, bots, logger, everyMs = roundIntervalMs, beatMs = beatIntervalMs } = deps;
  const now = deps.now ?? Date.now;
  let isClosed = false;

  const lookAt = async (queue: string[]): Promise<void> => {
    for (let key = queue.shift(); key !== undefined && !isClosed; key = queue.shift()) {
      await health.checkNow(key).catch((error: unknown) => logger.debug({ err: error, bot: key }, 'no look at a bot'));
    }
  };
  const beat = async (): Promise<void> => {
    try {
      await health.sweep();
      const dueBots = await bots.claimForCheck(new Date(now() - everyMs), new Date(now()), perBeat);
      const queue = dueBots.map(({ key }) => key);
      await Promise.all(Array.from({ length: atOnce }, () => lookAt(queue)));
    } catch (error) {
      logger.warn({ err: error }, 'connections could not be looked at');
    }
  };
  const rounds = repeat(beat, beatMs);

  return {
    close() {
      isClosed = true;
      return rounds.close();
    },
  };
}

/** Looks at what the relay of this process says of its bots, until closed. */
export function startStateRounds(deps: { health: Pick<Health, 'sweepStates'>; logger: Logger; beatMs?: number }): {
  close(): Promise<void>;
} {
  const beat = (): Promise<void> =>
    deps.health.sweepStates().catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the state of bots could not be noted');
    });
  return repeat(beat, deps.beatMs ?? beatIntervalMs);
}

/** One at a time; a beat that takes long leaves the next ones out. */
function repeat(beat: () => Promise<void>, everyMs: number): { close(): Promise<void> } {
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= beat().finally(() => {
      underWay = null;
    });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
