import type { ProxyBot, ProxyDeps } from '../proxy/proxy-deps.ts';
import type { Session } from './session.ts';
import type { RawUpdate } from './slice-updates.ts';
import type { Turn } from './turn.ts';

/** Before updates are handed on: Telegram still has them, so little is lost by going on. */
const handoverMs = 50;
/** Before updates are confirmed, after which only our record has them. Then the bot goes first, whatever became of it. */
const confirmMs = 2_000;

/** Records a batch and waits a little until it is durable. @throws Interrupted */
export async function recordBatch<B extends ProxyBot>(
  deps: Pick<ProxyDeps<B>, 'recordUpdates' | 'logger'>,
  { bot, session, turn }: { bot: B; session: Session; turn: Turn },
  updates: readonly RawUpdate[],
  moment: 'before handing on' | 'before confirming',
): Promise<void> {
  const items = updates.map(({ raw, update }) => ({ raw, update }));
  const recording = begin(deps, bot, items);
  session.follow(recording);
  await turn.waitAtMost(recording, moment === 'before confirming' ? confirmMs : handoverMs);
}

/** Never rejects, even if recording has a bug: the bot gets its updates. */
async function begin<B extends ProxyBot>(
  deps: Pick<ProxyDeps<B>, 'recordUpdates' | 'logger'>,
  bot: B,
  items: { raw: string; update: unknown }[],
): Promise<void> {
  try {
    await deps.recordUpdates(bot, items);
  } catch (error) {
    deps.logger.error({ err: error, bot: bot.key }, 'updates could not be recorded');
  }
}

/** Waits until the batch delivered before is durable, until the timeout. @throws Interrupted */
export async function awaitRecorded({ session, turn }: { session: Session; turn: Turn }): Promise<void> {
  if (session.recording !== null) await turn.waitAtMost(session.recording, confirmMs);
}
