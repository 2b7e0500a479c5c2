import type { ProxyBot } from '../proxy/proxy-deps.ts';
import { askUpdates, type PollAnswer, type PollTarget } from './ask-updates.ts';
import { recordBatch } from './record-batch.ts';
import { assertHere, type PollingDeps } from './serve-poll.ts';
import type { Session } from './session.ts';
import { sliceUpdates } from './slice-updates.ts';
import { Turn } from './turn.ts';

/** A hundred thousand updates: no queue is longer, and a drain must end. */
const maxDrainedBatches = 1_000;

/** Records everything that waits at Telegram, and confirms each batch when it is durable. Never rejects. */
export async function drainQueue<B extends ProxyBot>(
  deps: PollingDeps<B>,
  session: Session,
  bot: B,
  apiPath: PollTarget,
): Promise<void> {
  const turn = new Turn(deps.clock);
  session.enter(turn);
  try {
    for (let batch = 0, offset = 0; batch < maxDrainedBatches; batch++) {
      assertHere(deps, bot);
      const answer = await turn.wait<PollAnswer>((resolve, reject) =>
        askUpdates(deps.upstream, apiPath, { offset, limit: 100, timeout: 0, allowed: null }, resolve, reject),
      );
      const updates = answer.status === 200 ? sliceUpdates(answer.body) : null;
      const last = updates?.at(-1);
      if (updates === null || last === undefined) return;
      await recordBatch(deps, { bot, session, turn }, updates, 'before confirming');
      offset = last.id + 1;
    }
  } catch (error) {
    // Dropping goes on: it is what the bot asked for.
    deps.logger.warn({ bot: bot.key, reason: String(error) }, 'not all of a dropped queue could be recorded');
  } finally {
    session.leave(turn);
  }
}
