import { callOf } from './call-of-reply.ts';
import type { Answer } from './forward.ts';
import type { HookBot, Parts } from './relay-parts.ts';
import { readReply } from './reply.ts';

/** Recording beside the delivery: neither waits for the other longer than it must. */
export function createRecording<B extends HookBot>({ deps, now, after }: Parts<B>) {
  /** Starts recording; `wait` resolves when it is durable, or after `ms` at the latest, with whether it is. */
  function startUpdate(bot: B, raw: string, update: unknown): (ms: number) => Promise<boolean> {
    let isDone = false;
    const record = async (): Promise<void> => {
      try {
        await deps.record(bot, { raw, update });
        isDone = true;
      } catch (error) {
        // Not to happen, and no reason to keep the update from the bot.
        deps.logger.error({ err: error, bot: bot.key }, 'an update could not be recorded');
      }
    };
    const recorded = record();
    return async (ms) => {
      if (isDone) return true;
      let cancel = (): void => undefined;
      const late = new Promise<void>((resolve) => {
        cancel = after(ms, resolve);
      });
      await Promise.race([recorded, late]);
      cancel();
      return isDone;
    };
  }

  /** Telegram executes the call; what becomes of it nobody hears. Read after the answer is on its way. */
  function reply(bot: B, answer: Answer, startedAt: number): void {
    if (answer.body.length === 0 || answer.rest !== null || answer.status < 200 || answer.status > 299) return;
    const finishedAt = now();
    const record = async (): Promise<void> => {
      const read = await readReply(answer);
      if ('reply' in read)
        deps.recordCall(bot, callOf(read.reply, { status: 0, response: null, startedAt, finishedAt }));
    };
    setImmediate(() => {
      record().catch((error: unknown) =>
        deps.logger.error({ err: error, bot: bot.key }, 'a reply could not be recorded'),
      );
    });
  }

  return { startUpdate, reply };
}
