import { setTimeout } from 'node:timers/promises';
import type { BotPace } from './bot-pace.ts';
import type { Bucket, Speed } from './bucket.ts';
import type { BegunCall } from './call-window.ts';

/** A call that waits for its turn. */
interface WaitingCall {
  bucket: Pick<Bucket, 'beginInMs' | 'begin'>;
  speed: () => Speed;
  /** Messages. */
  size: number;
  /** False: the call must not be made any more. */
  isOpen: () => boolean;
}

/**
 * Starts all calls of a bot's campaigns and jobs in the order of the requests, within the limits of the bucket and of
 * the bot. Null: the call must not start, because of a fault or of Telegram's limit.
 */
export function createTurns(
  pace: Pick<BotPace, 'pausedUntil' | 'beginInMs' | 'begin'>,
  monotonic: () => number,
  rest: (ms: number) => Promise<unknown> = setTimeout,
) {
  let last: Promise<unknown> = Promise.resolve();
  const lastByBucket = new WeakMap<WaitingCall['bucket'], Promise<unknown>>();

  async function take({ bucket, speed, size, ...call }: WaitingCall): Promise<BegunCall | null> {
    const isOpen = (): boolean => call.isOpen() && pace.pausedUntil(monotonic()) === null;
    const mayBegin = async (waitMs: () => number): Promise<boolean> => {
      while (isOpen()) {
        const ms = waitMs();
        if (ms === 0) return true;
        await rest(ms);
      }
      return false;
    };
    const begin = async (): Promise<BegunCall | null> => {
      if (!(await mayBegin(() => pace.beginInMs(monotonic(), size)))) return null;
      const now = monotonic();
      const begunCalls = [pace.begin(now, size), bucket.begin(now, speed(), size)];
      return {
        answered: (moment) => begunCalls.forEach((one) => void one.answered(moment)),
        ended: (moment) => begunCalls.forEach((one) => void one.ended(moment)),
      };
    };
    if (!(await mayBegin(() => bucket.beginInMs(monotonic(), speed(), { size })))) return null;
    const ownTurn = last.then(begin);
    last = ownTurn;
    return ownTurn;
  }

  return (call: WaitingCall): Promise<BegunCall | null> => {
    const ownTurn = (lastByBucket.get(call.bucket) ?? Promise.resolve()).then(() => take(call));
    lastByBucket.set(call.bucket, ownTurn);
    return ownTurn;
  };
}

export type Turns = ReturnType<typeof createTurns>;

/** A part of a bot's work that takes turns: one of its campaigns, or a job on messages that were sent. */
export interface WorkRef {
  kind: 'campaign' | 'job';
  id: number;
}

/**
 * Shares messages among campaigns, one at a time in turn. `demand` says how many each could send now; the first turn is
 * that of the campaign after `last`. Those that go first get all that they want before the others get any.
 */
export function takeTurns<Key>(
  count: number,
  demand: ReadonlyMap<Key, number>,
  last: Key | null,
  goesFirst: (key: Key) => boolean = () => false,
): Map<Key, number> {
  const first = [...demand].filter(([key]) => goesFirst(key));
  const rest = [...demand].filter(([key]) => !goesFirst(key));
  const shares = shareTurns(count, new Map(first), last);
  const remainder = count - [...shares.values()].reduce((sum, share) => sum + share, 0);
  return new Map([...shares, ...shareTurns(remainder, new Map(rest), last)]);
}

function shareTurns<Key>(count: number, demand: ReadonlyMap<Key, number>, last: Key | null): Map<Key, number> {
  const keys = [...demand.keys()];
  const first = last === null ? 0 : keys.indexOf(last) + 1;
  const order = [...keys.slice(first), ...keys.slice(0, first)];
  const shares = new Map<Key, number>();
  for (let remainder = count; remainder > 0; ) {
    const before = remainder;
    for (const key of order) {
      const share = shares.get(key) ?? 0;
      if (remainder === 0 || share >= (demand.get(key) ?? 0)) continue;
      // Set again, so that the last key of the map is the one whose turn was last.
      shares.delete(key);
      shares.set(key, share + 1);
      remainder -= 1;
    }
    if (remainder === before) break;
  }
  return shares;
}
