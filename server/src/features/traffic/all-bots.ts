import type { BotRow, Bots } from '../bots/bots.ts';
import type { TrafficSide } from './messages.ts';
import type { TrafficBot } from './traffic-host.ts';

/** As long as a bot in memory is trusted where nobody says that it has changed, ms (`bots/bot-cache.ts`). */
const refreshMs = 30_000;
/** Limit of readings: where bots change all the time, a list of all at one moment may never come. */
const maxReadings = 3;

/**
 * Sends all bots to the traffic process, and then each change at once: what a bot does next already goes by it. Every 30
 * seconds all are compared, since another process's change may have been missed while the bus was down.
 */
export async function createAllBots(deps: {
  bots: Pick<Bots, 'all' | 'onChanged'>;
  bot: (key: string) => Promise<TrafficBot | null>;
  ofRow: (row: BotRow) => TrafficBot | null;
  send: (bots: TrafficSide['notices']['bots']) => void;
}): Promise<{ close(): void }> {
  const { bots, send } = deps;
  let changes = 0;
  /** Keys of the bots that changed during the present reading. */
  const changedKeys = new Set<string>();
  let last = '';

  async function sendChanged(key: string): Promise<void> {
    changes += 1;
    changedKeys.add(key);
    try {
      send({ list: [[key, await deps.bot(key)]], all: false });
    } catch {
      // Its store is away: the bot goes on as it was, until the next look at all of them.
    }
  }
  async function sendAll(readings = 1): Promise<void> {
    const began = changes;
    changedKeys.clear();
    const list = (await bots.all()).flatMap((row): [string, TrafficBot | null][] =>
      row.is_demo ? [] : [[row.key, deps.ofRow(row)]],
    );
    // A list that was read before a change may be older than what was sent after it. After some readings the changes
    // are sent once more instead, behind the list.
    const isOlder = changes !== began;
    if (isOlder && readings < maxReadings) return sendAll(readings + 1);
    const text = JSON.stringify(list);
    if (text !== last) send({ list, all: true });
    last = text;
    if (isOlder) for (const key of changedKeys) void sendChanged(key);
  }

  const stop = bots.onChanged((key) => void (key === null ? refresh() : sendChanged(key)));
  const refresh = (): Promise<void> => sendAll().catch(() => undefined);
  const timer = setInterval(() => void refresh(), refreshMs).unref();
  await sendAll();

  return {
    close() {
      clearInterval(timer);
      stop();
    },
  };
}
