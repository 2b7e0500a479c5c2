import { buildCall } from './call-of-reply.ts';
import type { Answer } from './forward-update.ts';
import type { HookBot, Parts } from './relay-parts.ts';
import { readReply } from './reply.ts';

/** The recording of one update. */
export interface UnderWay {
  /** Resolves when it is durable, or after `ms` at the latest, with whether it is. */
  wait(ms: number): Promise<boolean>;
  /** Resolves when it is durable, or given up; never rejects. */
  recorded: Promise<void>;
}

/** Recording beside the delivery: neither waits for the other longer than it must. */
export function createRecording<B extends HookBot>({ deps, now, after }: Parts<B>) {
  function startUpdate(bot: B, raw: string, update: unknown): UnderWay {
    let isDone = false;
    const record = async (): Promise<void> => {
      try {
        await deps.record(bot, { raw, update });
        isDone = true;
      } catch (error) {
        // This should not happen, and is no reason to keep the update from the bot.
        deps.logger.error({ err: error, bot: bot.key }, 'an update could not be recorded');
      }
    };
    const recording = record();
    const wait = async (ms: number): Promise<boolean> => {
      if (isDone || ms === 0) return isDone;
      let cancel = (): void => undefined;
      const deadline = new Promise<void>((resolve) => {
        cancel = after(ms, resolve);
      });
      await Promise.race([recording, deadline]);
      cancel();
      return isDone;
    };
    return { wait, recorded: recording };
  }

  /** Telegram executes the call; what becomes of it nobody hears. Read after the answer is on its way. */
  function reply(bot: B, answer: Answer, startedAt: number): void {
    if (answer.body.length === 0 || answer.rest !== null || answer.status < 200 || answer.status > 299) return;
    const finishedAt = now();
    const record = async (): Promise<void> => {
      const read = await readReply(answer);
      if ('reply' in read)
        deps.recordCall(bot, await buildCall(read.reply, { status: 0, response: null, startedAt, finishedAt }));
    };
    setImmediate(() => {
      record().catch((error: unknown) =>
        deps.logger.error({ err: error, bot: bot.key }, 'a reply could not be recorded'),
      );
    });
  }

  return { startUpdate, reply };
}
