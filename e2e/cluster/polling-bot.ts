import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { createReceiver, type TestBot } from './test-bot.ts';

const pollSeconds = 5;
const retryMs = 100;
const timeoutMs = 20_000;

/**
 * A bot that polls `root`, as frameworks do: the next poll confirms what the last one brought. It is down until it is
 * connected: nobody knows its token before.
 */
export function startPollingBot(simulated: SimulatedBot, root: string): TestBot {
  const { receipts, caller, take } = createReceiver(root, simulated.token);
  const failedPolls: Record<string, number> = {};
  const stopController = new AbortController();
  let isDown = true;
  let pollController = new AbortController();

  async function poll(offset: number): Promise<{ update_id: number }[] | null> {
    const answer = await fetch(`${root}/bot${simulated.token}/getUpdates`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ offset, timeout: pollSeconds }),
      signal: AbortSignal.any([stopController.signal, pollController.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await answer.text();
    if (answer.ok) return (JSON.parse(text) as { result: { update_id: number }[] }).result;
    failedPolls[answer.status] = (failedPolls[answer.status] ?? 0) + 1;
    return null;
  }

  async function run(): Promise<void> {
    for (let offset = 0; !stopController.signal.aborted; ) {
      const updates = isDown ? null : await poll(offset).catch(() => null);
      for (const update of updates ?? []) {
        take(update);
        offset = update.update_id + 1;
      }
      if (updates === null) await wait(retryMs);
    }
  }
  const pollLoop = run();

  return {
    name: simulated.username,
    simulated,
    mode: 'polling',
    receipts,
    caller,
    failedPolls,
    setDown(next) {
      isDown = next;
      // A process that is killed leaves its poll open for a moment; the next one begins another.
      if (isDown) pollController.abort();
      else pollController = new AbortController();
    },
    async close() {
      stopController.abort();
      caller.stop();
      await pollLoop;
    },
  };
}
