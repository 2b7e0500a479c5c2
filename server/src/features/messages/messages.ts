import { randomUUID } from 'node:crypto';
import {
  mediaMethods,
  messageLimits,
  messageProblems,
  OutgoingContent,
  type OutgoingMessage,
  type WrittenMessage,
} from '@botscope/contract';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { EventStore } from '../../events/store/event-store.ts';
import { parseResponse, recordAnswer } from '../../ingest/recording/record-answer.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { fitsPhoto } from '../../platform/image-size.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import { classifyOutcome, outcomeError } from '../../telegram/sending/classify-outcome.ts';
import { deletingCall, editingCall, type TelegramCall } from '../../telegram/sending/telegram-call.ts';
import type { MessageFiles } from './message-files.ts';
import type { MessageRow, MessageStore } from './message-store.ts';
import { contentOf, presentMessage } from './present-message.ts';
import type { Sender, SendingBot } from './sender.ts';

export type { EachMessage } from './each-message.ts';

/** Time that a colleague waits for Telegram's answer, ms; what takes longer is in the outbox. */
const answerMs = 1_000;
const maxWritten = 500;

/** A user of a bot, and the colleague who writes. */
interface Conversation {
  bot: string;
  userId: number;
}

type Written = Pick<OutgoingContent, 'text' | 'entities' | 'buttons'>;

/** Messages that colleagues write to one user: docs/decisions/0026-messages.md. */
export interface Messages {
  /**
   * Returns the same message for a repeated idempotency key. @throws AppError NeedToken, UserErased, NotFound,
   * FileGone, UploadTooLarge
   */
  send(to: Conversation, author: string, content: OutgoingContent, idempotencyKey: string): Promise<OutgoingMessage>;
  /** Lists messages neither delivered nor dismissed, the oldest first. */
  outbox(to: Conversation): Promise<OutgoingMessage[]>;
  /** Lists what colleagues wrote to the user, the newest 500. */
  written(to: Conversation): Promise<WrittenMessage[]>;
  /** @throws AppError NotFound */
  get(to: Conversation, id: string): Promise<OutgoingMessage>;
  /** @throws AppError NotFound, MessageNotDelivered, TelegramRefused, TelegramUnavailable, TelegramUncertain, TooManyRequests, and those of the text */
  edit(to: Conversation, id: string, written: Written): Promise<OutgoingMessage>;
  /** @throws as edit; MessageTooOld after 48 hours */
  remove(to: Conversation, id: string): Promise<OutgoingMessage>;
  /** @throws AppError NotFound, MessageInProgress for one that is neither refused nor unknown, FileGone */
  repeat(to: Conversation, id: string): Promise<OutgoingMessage>;
  /** @throws AppError NotFound, MessageInProgress while it is being sent */
  dismiss(to: Conversation, id: string): Promise<OutgoingMessage>;
}

interface MessagesDeps {
  rows: MessageStore;
  files: MessageFiles;
  sender: Sender;
  authorsOf: AccountNames;
  call: CallTelegram;
  store: Pick<EventStore, 'write'>;
  bus: Pick<Bus, 'publish'>;
  bot: (key: string) => Promise<SendingBot | null>;
  /** Whether the bot has this user. */
  knows: (bot: string, userId: number) => Promise<boolean>;
  /** Whether nothing may be sent to the user: their data were erased, and they have not started the bot since. */
  isErased: (bot: string, userId: number) => boolean;
  logger: Logger;
  now?: () => number;
}

/** @throws AppError NotFound, NeedToken */
async function sendingBot(deps: Pick<MessagesDeps, 'bot'>, key: string): Promise<SendingBot & { token: string }> {
  const bot = await deps.bot(key);
  if (bot === null) throw new AppError('NotFound');
  if (bot.token === null) throw new AppError('NeedToken');
  return { ...bot, token: bot.token };
}

/** Messages as the dashboard shows them. */
function messageReads({ rows, files, authorsOf }: Pick<MessagesDeps, 'rows' | 'files' | 'authorsOf'>) {
  const presentMessages = async (list: readonly MessageRow[]): Promise<OutgoingMessage[]> => {
    const uploads = list.flatMap((row) => contentOf(row).media?.upload ?? []);
    const [names, authors] = await Promise.all([files.names(uploads), authorsOf(list.map((row) => row.author))]);
    return list.map((row) =>
      presentMessage(row, authors.get(row.author ?? '') ?? null, names.get(contentOf(row).media?.upload ?? '') ?? null),
    );
  };
  const must = async ({ bot, userId }: Conversation, id: string): Promise<MessageRow> => {
    const row = await rows.one(bot, userId, id);
    if (row === undefined) throw new AppError('NotFound');
    return row;
  };
  const reread = async (to: Conversation, id: string): Promise<OutgoingMessage> => {
    const [message] = await presentMessages([await must(to, id)]);
    if (message === undefined) throw new AppError('NotFound');
    return message;
  };
  return { presentMessages, must, reread };
}

/** Changes of messages that Telegram has delivered. */
function messageChanges(deps: MessagesDeps): Pick<Messages, 'edit' | 'remove'> {
  const { rows, now = Date.now } = deps;
  const { must, reread } = messageReads(deps);

  /** Changes a delivered message at Telegram. `doneText`: an answer that means that it is so already. */
  async function change(key: string, call: TelegramCall, doneText: string): Promise<void> {
    const bot = await sendingBot(deps, key);
    const changedAt = new Date(now()).toISOString();
    const end = await deps.call(bot, call, null);
    const outcome = classifyOutcome(end);
    if (outcome.is === 'refused' && outcome.description.includes(doneText)) return;
    if (outcome.is === 'limited' || outcome.is === 'unsent' || outcome.is === 'unknown') throw outcomeError(outcome);
    const response = 'body' in end ? parseResponse(end.body) : null;
    const answer = {
      status: 'status' in end ? end.status : 0,
      response,
      at: changedAt,
      params: call.params,
      files: [],
    };
    await recordAnswer(deps.store, bot, call.method, answer, undefined).catch((error: unknown) =>
      deps.logger.warn({ err: error, bot: key }, 'a changed message could not be recorded'),
    );
    if (outcome.is === 'refused') throw outcomeError(outcome);
  }

  const loadDeliveredRow = async (to: Conversation, id: string): Promise<{ row: MessageRow; messageId: number }> => {
    const row = await must(to, id);
    if (row.status !== 'delivered' || row.message_id === null || row.deleted_at !== null)
      throw new AppError('MessageNotDelivered');
    return { row, messageId: Number(row.message_id) };
  };

  return {
    async edit(to, id, changes) {
      const { row, messageId } = await loadDeliveredRow(to, id);
      const content = z.parse(OutgoingContent, { ...contentOf(row), text: '-', entities: [], buttons: [] });
      const edited = { ...content, ...changes };
      const [problem] = messageProblems(edited);
      if (problem !== undefined) throw new AppError(problem.code, { field: problem.path.join('.') });
      const call = editingCall(to.userId, messageId, changes, content.media !== undefined);
      await change(to.bot, call, 'message is not modified');
      await rows.note(id, 'edited_at', edited);
      return reread(to, id);
    },

    async remove(to, id) {
      const { row, messageId } = await loadDeliveredRow(to, id);
      const sentAt = new Date(row.sending_at ?? row.created_at).getTime();
      if (now() - sentAt > messageLimits.deletable) throw new AppError('MessageTooOld');
      await change(to.bot, deletingCall(to.userId, messageId), 'message to delete not found');
      await rows.note(id, 'deleted_at');
      return reread(to, id);
    },
  };
}

export function createMessages(deps: MessagesDeps): Messages {
  const { rows, files, sender } = deps;
  const { presentMessages, must, reread } = messageReads(deps);
  const withToken = (key: string) => sendingBot(deps, key);

  /** Sends what waits in the chat, here or where the file is, and waits a little for what comes of it. */
  const send = async ({ bot, userId: chat }: Conversation): Promise<void> => {
    deps.bus.publish('messages-waiting', bot);
    await waitAtMost(sender.run({ bot, chat }), answerMs);
  };
  return {
    async send(to, author, content, idempotencyKey) {
      await withToken(to.bot);
      if (deps.isErased(to.bot, to.userId)) throw new AppError('UserErased');
      const existingRow = await rows.byName(to.bot, idempotencyKey);
      if (existingRow === undefined) {
        if (!(await deps.knows(to.bot, to.userId))) throw new AppError('NotFound');
        const { media } = content;
        const file = media?.upload === undefined ? null : await files.find(to.bot, media.upload);
        if (media?.kind === 'photo' && file !== null && file.bytes > messageLimits.photo)
          throw new AppError('UploadTooLarge', { field: 'media' });
        const size = media?.kind === 'photo' && file !== null ? await files.imageSize(to.bot, file.id) : null;
        if (size !== null && !fitsPhoto(size)) throw new AppError('PhotoDimensions', { field: 'media' });
        const method = media === undefined ? 'sendMessage' : mediaMethods[media.kind];
        const fileInstance = file?.instance ?? null;
        const id = randomUUID();
        const { bot, userId } = to;
        await rows.insert({ id, bot, userId, author, idempotencyKey, method, content, fileInstance });
        await send(to);
      }
      const row = await rows.byName(to.bot, idempotencyKey);
      if (row === undefined || Number(row.user_id) !== to.userId) throw new AppError('NotFound');
      return reread(to, row.id);
    },

    async written({ bot, userId }) {
      const list = await rows.written(bot, userId, maxWritten);
      const names = await deps.authorsOf(list.map(({ author }) => author));
      return list.map(({ id, message_id, author, deleted_at }) => ({
        id,
        message_id: Number(message_id),
        author: names.get(author ?? '') ?? null,
        is_deleted: deleted_at !== null,
      }));
    },
    get: reread,
    outbox: async ({ bot, userId }) => presentMessages(await rows.open(bot, userId)),

    ...messageChanges(deps),

    async repeat(to, id) {
      await withToken(to.bot);
      const row = await must(to, id);
      const upload = contentOf(row).media?.upload;
      if (upload !== undefined) await files.find(to.bot, upload);
      if (!(await rows.decide(id, 'repeated'))) throw new AppError('MessageInProgress');
      await send(to);
      return reread(to, id);
    },

    async dismiss(to, id) {
      const row = await must(to, id);
      if (row.status === 'refused' || row.status === 'unknown') await rows.note(id, 'dismissed_at');
      else if (!(await rows.decide(id, 'cancelled'))) throw new AppError('MessageInProgress');
      const upload = contentOf(row).media?.upload;
      if (upload !== undefined) await files.remove(upload);
      return reread(to, id);
    },
  };
}

async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
