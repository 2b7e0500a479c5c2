import {
  type CampaignMessage,
  type ErrorCode,
  filesOfMessage,
  listVariables,
  listVersions,
  type MessageReason,
  type TemplateValues,
  type TemplateVariable,
  type VariantName,
  versionFor,
} from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import { recordAnswer } from '../../ingest/recording/record-answer.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import { outcomeError } from '../../telegram/sending/classify-outcome.ts';
import {
  createCampaignMedia,
  type FooterOf,
  type SenderDeps,
  type SendingBot,
  type Sent,
  type SentTo,
  type SkippedOf,
  sendToRecipient,
  type ValuesOf,
} from '../campaign-engine/campaign-engine.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';
import type { CampaignStore } from './campaign-store.ts';
import { renderedProblems } from './check-campaign.ts';
import { fileProblems } from './check-files.ts';
import type { ChatsOf } from './skipped.ts';

/**
 * Sends a campaign's message to one user of the bot now; null where Telegram's answer was cut off.
 * @throws AppError NotFound (`campaign_id`, `user_id`), NeedToken, UserErased, InvalidField (`user_id`) for a user who left,
 *   never opened the chat or is excluded, those of the message with its field, PostNotFound, PostUncopyable,
 *   TelegramRefused, TooManyRequests, TelegramUnavailable, TelegramUncertain
 */
export type SendTest = (
  bot: string,
  id: number,
  userId: number,
  /** Variant A in the language of the user unless given. */
  chosen: {
    variant?: VariantName | undefined;
    language?: string | undefined;
    /** Variables that are not shown have only what stands in for them: a test is read in the conversation. */
    shows: (name: TemplateVariable) => boolean;
  },
) => Promise<number | null>;

type Called = Extract<Sent, { is: 'called' }>;

export function createSendTest(deps: {
  rows: Pick<CampaignStore, 'get'>;
  files: Pick<CampaignFileStore, 'checked' | 'source'>;
  /** Null for a bot that is gone. */
  bot: (key: string) => Promise<SendingBot | null>;
  call: CallTelegram;
  store: Pick<EventStore, 'write'>;
  valuesOf: ValuesOf;
  skippedOf: SkippedOf;
  chatsOf: ChatsOf;
  footerOf: FooterOf;
  logger: Pick<Logger, 'warn'>;
  /** As of the sender. */
  linkTo?: SenderDeps['linkTo'];
  now?: () => number;
}): SendTest {
  const { rows, files, call, linkTo, logger, now = systemClock.now } = deps;

  /** A test is not a mailing: how many they got lately does not matter. */
  async function assertReachable(bot: string, userId: number, campaignId: number): Promise<void> {
    const audience: SentTo['audience'] = { is_service: true, without_recent_hours: null };
    const reason = (await deps.skippedOf(bot, [userId], { campaignId, audience })).get(userId);
    if (reason === 'erased') throw new AppError('UserErased', { field: 'user_id' });
    const chat = (await deps.chatsOf(bot, [userId]))(userId);
    if (reason === undefined && chat === 'open') return;
    const message =
      reason === 'left' || chat === 'blocked' || chat === 'deleted'
        ? 'This user has left the bot'
        : chat === 'never_opened'
          ? 'This user has never opened the chat with the bot'
          : 'This user is excluded from mailings';
    throw new AppError('InvalidField', { field: 'user_id', message });
  }

  async function assertFiles(bot: string, message: CampaignMessage): Promise<void> {
    const checkedFiles = await Promise.all(filesOfMessage(message).map((id) => files.checked(bot, id)));
    const filesById = new Map(checkedFiles.flatMap((file) => (file === null ? [] : [[file.id, file] as const])));
    const [problem] = fileProblems(message, filesById);
    if (problem !== undefined) throw new AppError(problem.code as ErrorCode, { field: problem.field });
  }

  /** Records what the user sees, as it belongs to their conversation. */
  async function record(bot: SendingBot, { method, answer }: Called, ledgerId: string): Promise<void> {
    if (answer === null) return;
    await recordAnswer(deps.store, bot, method, answer, ledgerId).catch((error: unknown) =>
      logger.warn({ err: error, bot: bot.key }, 'a test of a campaign could not be recorded'),
    );
  }

  return async (key, id, userId, { variant = 'A', language, shows }) => {
    const campaign = await rows.get(key, id);
    const bot = await deps.bot(key);
    if (bot === null) throw new AppError('NotFound', { field: 'bot' });
    const { apiRoot, token } = bot;
    if (token === null) throw new AppError('NeedToken');
    const all = listVersions(campaign).flatMap((version) => listVariables(version.message));
    const userValues = (await deps.valuesOf(key, [userId], all)).get(userId);
    if (userValues === undefined) throw new AppError('NotFound', { field: 'user_id' });
    const values: TemplateValues = (name) => (shows(name) ? userValues(name) : '');
    const versions = listVersions(campaign);
    const version = versionFor(campaign, variant, language ?? userValues('language'));
    const number = versions.findIndex((one) => one.variant === version?.variant && one.language === version.language);
    const message = version?.message;
    if (message === undefined) throw new AppError('NotFound', { field: 'variant' });
    const variables = listVariables(message);
    await assertReachable(key, userId, id);
    const [problem] = renderedProblems(message, values);
    if (problem !== undefined) throw new AppError(problem.code as ErrorCode, { field: problem.field });
    await assertFiles(key, message);
    const media = createCampaignMedia(files.source, key, message);
    const footer = deps.footerOf(key, { campaignId: id, audience: campaign.audience });
    const send = () =>
      sendToRecipient(
        { message, variables, media, footer, isPaid: false },
        userId,
        values,
        { apiRoot, token },
        {
          call,
          now,
          monotonic: systemClock.monotonic,
          linkTo: linkTo && ((link) => linkTo({ campaignId: id, userId, message: number, link, isTest: true })),
        },
      );
    let result = await send();
    // Telegram does not take the id of the file any more: once with the file itself.
    if (
      result.is === 'called' &&
      result.outcome.is === 'refused' &&
      result.outcome.reason === 'file_refused' &&
      result.uses.some((use) => 'fileId' in use)
    ) {
      await media?.refused(result.uses);
      result = await send();
    }
    if (result.is === 'not called') throw new AppError('FileGone', { field: 'message.media.file' });
    await record(bot, result, `c${id}-test-${userId}-${now()}`);
    return requireMessageId(result);
  };
}

/** Problems of the post that is copied. */
const postErrors: Partial<Record<MessageReason, ErrorCode>> = {
  post_gone: 'PostNotFound',
  post_uncopyable: 'PostUncopyable',
};

function requireMessageId({ outcome }: Called): number | null {
  if (outcome.is === 'delivered') return outcome.messageId;
  const ofPost = outcome.is === 'refused' ? postErrors[outcome.reason] : undefined;
  throw ofPost === undefined ? outcomeError(outcome) : new AppError(ofPost, { field: 'message.post' });
}
