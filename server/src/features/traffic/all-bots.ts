import type { BotRow, Bots } from '../bots/bots.ts';
import type { TrafficSide } from './messages.ts';
import type { TrafficBot } from './traffic-host.ts';

/** As long as a bot in memory is trusted where nobody says that it has changed, ms (`bots/bot-cache.ts`). */
const refreshMs = 30_000;

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
  let last = '';

  async function sendChanged(key: string): Promise<void> {
    changes += 1;
    try {
      send({ list: [[key, await deps.bot(key)]], all: false });
    } catch {
      // Its store is away: the bot goes on as it was, until the next look at all of them.
    }
  }
  async function sendAll(): Promise<void> {
    const began = changes;
    const list = (await bots.all()).flatMap((row): [string, TrafficBot | null][] =>
      row.is_demo ? [] : [[row.key, deps.ofRow(row)]],
    );
    // What was read before a change may be older than what was sent after it.
    if (changes !== began) return sendAll();
    const text = JSON.stringify(list);
    if (text !== last) send({ list, all: true });
    last = text;
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
