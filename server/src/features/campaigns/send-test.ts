import { type CampaignMessage, type ErrorCode, messageLimits, variablesOf } from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import { recordAnswer } from '../../ingest/recording/record-answer.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';
import type { CampaignStore } from './campaign-store.ts';
import { renderedProblems } from './check-campaign.ts';
import { createCampaignMedia } from './engine/campaign-media.ts';
import type { SkippedOf, ValuesOf } from './engine/engine-deps.ts';
import { type Sent, sendToRecipient } from './engine/send-recipient.ts';
import type { SendingBot } from './engine/start-sender.ts';

/**
 * Sends a campaign's message to one user of the bot now; null where Telegram's answer was cut off.
 * @throws AppError NotFound (`campaign_id`, `user_id`), NeedToken, PersonErased, InvalidField (`user_id`) for a user who left
 *   or is excluded, those of the message with its field, TelegramRefused, TooManyRequests, TelegramUnavailable
 */
export type SendTest = (bot: string, id: number, userId: number) => Promise<number | null>;

type Called = Extract<Sent, { is: 'called' }>;

export function createSendTest(deps: {
  rows: Pick<CampaignStore, 'one'>;
  files: Pick<CampaignFileStore, 'one' | 'source'>;
  /** Null for a bot that is gone. */
  bot: (key: string) => Promise<SendingBot | null>;
  call: CallTelegram;
  store: Pick<EventStore, 'write'>;
  valuesOf: ValuesOf;
  skippedOf: SkippedOf;
  logger: Pick<Logger, 'warn'>;
  now?: () => number;
}): SendTest {
  const { rows, files, call, logger, now = Date.now } = deps;

  async function assertReachable(bot: string, userId: number): Promise<void> {
    const reason = (await deps.skippedOf(bot, [userId])).get(userId);
    if (reason === 'erased') throw new AppError('PersonErased', { field: 'user_id' });
    if (reason === undefined) return;
    const message = reason === 'left' ? 'This user has left the bot' : 'This user is excluded from mailings';
    throw new AppError('InvalidField', { field: 'user_id', message });
  }

  async function assertMedia(bot: string, media: CampaignMessage['media']): Promise<void> {
    if (media === null) return;
    const file = await files.one(bot, media.file);
    if (file === null) throw new AppError('FileGone', { field: 'message.media.file' });
    if (media.kind === 'photo' && file.bytes > messageLimits.photo) {
      throw new AppError('UploadTooLarge', { field: 'message.media.file' });
    }
  }

  /** What the user sees belongs to their conversation. */
  async function record(bot: SendingBot, { method, answer }: Called, ledgerId: string): Promise<void> {
    if (answer === null) return;
    await recordAnswer(deps.store, bot, method, answer, ledgerId).catch((error: unknown) =>
      logger.warn({ err: error, bot: bot.key }, 'a test of a campaign could not be recorded'),
    );
  }

  return async (key, id, userId) => {
    const campaign = await rows.one(key, id);
    if (campaign === undefined) throw new AppError('NotFound', { field: 'campaign_id' });
    const bot = await deps.bot(key);
    if (bot === null) throw new AppError('NotFound', { field: 'bot' });
    const { apiRoot, token } = bot;
    if (token === null) throw new AppError('NeedToken');
    const { message } = campaign;
    const variables = variablesOf(message);
    const values = (await deps.valuesOf(key, [userId], variables)).get(userId);
    if (values === undefined) throw new AppError('NotFound', { field: 'user_id' });
    await assertReachable(key, userId);
    const [problem] = renderedProblems(message, values);
    if (problem !== undefined) throw new AppError(problem.code as ErrorCode, { field: problem.field });
    await assertMedia(key, message.media);
    const media = message.media === null ? null : createCampaignMedia(files.source, key, message.media);
    const send = () =>
      sendToRecipient({ message, variables, media }, userId, values, { apiRoot, token }, { call, now });
    let sent = await send();
    // Telegram does not take the id of the file any more: once with the file itself.
    const isFile = sent.is === 'called' && sent.outcome.is === 'refused' && sent.outcome.reason === 'file_refused';
    if (isFile && media?.isKnown() === true && (await media.refused())) sent = await send();
    if (sent.is === 'not called') throw new AppError('FileGone', { field: 'message.media.file' });
    await record(bot, sent, `c${id}-test-${userId}-${now()}`);
    return messageIdOf(sent);
  };
}

function messageIdOf({ outcome }: Called): number | null {
  if (outcome.is === 'delivered') return outcome.messageId;
  const message = outcome.description;
  if (outcome.is === 'refused') throw new AppError('TelegramRefused', { message });
  if (outcome.is === 'limited') {
    throw new AppError('TooManyRequests', { message, retryAfterS: Math.ceil(outcome.retryAfterMs / 1_000) });
  }
  throw new AppError('TelegramUnavailable', { message });
}
