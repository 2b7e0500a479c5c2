import { EventEmitter } from 'node:events';
import type {
  Channel,
  Language,
  Message,
  NotificationKind,
  NotificationPage,
  NotificationSettings,
} from '@botscope/contract';
import { notificationKinds } from '@botscope/contract';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { messageWords } from './message-words.ts';
import { keepMessage, readPage } from './notification-store.ts';
import { messageMail, messageText, type Outgoing } from './push-message.ts';
import { channelsOf, chooseChannels, findRecipient, type Recipient } from './recipients.ts';

/** An invitation by email, whether or not its reader has an account. */
export interface Invitation {
  email: string;
  /** The inviting person's: nothing is known of the reader. */
  language: Language;
  /** How the inviting person is called. */
  who: string;
  botKey: string;
  botName: string;
  /** The whole address with the token. */
  link: string;
}

/** Messages to accounts: shown in the dashboard, and sent where the account wants them. */
export interface Notifications {
  /**
   * Notifies the account by the delivery methods of its choice. Mails and Telegram messages leave afterwards: their
   * failure is logged and nothing else. An account that is gone gets nothing. Throws what the store throws.
   */
  notify(accountKey: string, message: Message): Promise<void>;
  /** Mails an invitation; if its reader has an account, the dashboard shows it too. Rejects if the mail could not be sent. */
  invite(invitation: Invitation): Promise<void>;
  /** The newest 50, or those before one. */
  list(
    accountKey: string,
    of?: { kind?: NotificationKind | undefined; before?: number | undefined },
  ): Promise<NotificationPage>;
  /** Marks all up to and including this one as read. */
  read(accountKey: string, upTo: number): Promise<NotificationPage>;
  /** Marks one as read or unread. */
  mark(accountKey: string, id: number, read: boolean): Promise<NotificationPage>;
  settings(accountKey: string): Promise<NotificationSettings>;
  choose(
    accountKey: string,
    choice: { kind: NotificationKind; channels: readonly Channel[] },
  ): Promise<NotificationSettings>;
  /** Calls back when the account's notifications have changed; returns the way to stop. */
  watch(accountKey: string, listener: () => void): () => void;
  /** Resolves when what was to be sent is sent or has failed. */
  settled(): Promise<void>;
}

export interface NotificationDeps {
  metadata: Pick<Metadata, 'db'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  /** Counts what leaves; throws TooManyRequests when it is too much. The names are of accounts/attempts.ts. */
  attempts: {
    take(wanted: { 'message:account+kind'?: string; 'message:problem'?: string }): Promise<void>;
  };
  /** Writes to a person by the installation's own bot; null where none is configured. */
  telegram: ((tid: number, text: string) => Promise<void>) | null;
  logger: Logger;
  now?: () => number;
}

export function createNotifications({
  metadata: { db },
  mailer,
  publicUrl,
  attempts,
  telegram,
  logger,
  ...deps
}: NotificationDeps): Notifications {
  const now = deps.now ?? Date.now;
  const changes = new EventEmitter().setMaxListeners(0);
  const underWay = new Set<Promise<void>>();

  const availableTo = (recipient: Recipient): Channel[] => [
    'inbox',
    ...(recipient.email === null ? [] : (['email'] as const)),
    ...(recipient.tid === null || telegram === null ? [] : (['telegram'] as const)),
  ];
  const recipientOf = async (accountKey: string): Promise<Recipient> => {
    const recipient = await findRecipient(db, accountKey);
    if (recipient === null) throw new AppError('NotSignedIn');
    return recipient;
  };
  const settingsOf = (recipient: Recipient): NotificationSettings => ({
    available: availableTo(recipient),
    kinds: notificationKinds.map((kind) => ({ kind, channels: channelsOf(recipient, kind) })),
  });
  const keep = async (accountKey: string, message: Message): Promise<void> => {
    await keepMessage(db, { accountKey, message, at: new Date(now()) });
    changes.emit(accountKey);
  };
  const botNameOf = async (message: Message): Promise<string> => {
    if (!('botKey' in message)) return '';
    const bot = await db.selectFrom('bots').select('bot_name').where('key', '=', message.botKey).executeTakeFirst();
    return bot?.bot_name ?? '';
  };
  /** A connection that comes and goes, or a crowd of events, must not fill a mailbox: then only the dashboard shows it. */
  const maySend = async (accountKey: string, message: Message): Promise<boolean> => {
    try {
      await attempts.take({
        ...(message.kind === 'connection' && { 'message:problem': `${accountKey} ${message.botKey} ${message.code}` }),
      });
      await attempts.take({ 'message:account+kind': `${accountKey} ${message.kind}` });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'TooManyRequests') return false;
      throw error;
    }
  };
  const send = async (recipient: Recipient, ways: readonly Channel[], message: Message): Promise<void> => {
    if (!(await maySend(recipient.key, message))) return;
    const botName = await botNameOf(message);
    const outgoing: Outgoing = { recipient, message, botName, publicUrl, at: new Date(now()) };
    const { email, tid } = recipient;
    const sent = await Promise.allSettled([
      ways.includes('email') && email !== null ? mailer.send(messageMail(email, outgoing)) : undefined,
      ways.includes('telegram') && tid !== null ? telegram?.(tid, messageText(outgoing)) : undefined,
    ]);
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
  };
  const sendLater = (recipient: Recipient, ways: readonly Channel[], message: Message): void => {
    const { kind, code } = message;
    const done = send(recipient, ways, message)
      .catch((error: unknown) => logger.warn({ err: error, kind, code }, 'a message to an account could not be sent'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };

  return {
    async notify(accountKey, message) {
      const recipient = await findRecipient(db, accountKey);
      if (recipient === null) return;
      const available = availableTo(recipient);
      const ways = channelsOf(recipient, message.kind).filter((channel) => available.includes(channel));
      if (ways.includes('inbox')) await keep(accountKey, message);
      // The end of a problem can wait until the account opens the notifications.
      const isUrgent = message.kind !== 'connection' || message.state === 'began';
      if (isUrgent && ways.some((channel) => channel !== 'inbox')) sendLater(recipient, ways, message);
    },
    async invite({ email, language, who, botKey, botName, link }) {
      const words = messageWords[language].invitation;
      await mailer.send(
        renderEmail({
          to: email,
          language,
          subject: words.subject(botName),
          lead: words.lead(who, botName),
          facts: [],
          button: words.button,
          link,
          foot: [words.foot],
        }),
      );
      const reader = await db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email.toLowerCase())
        .where('email_verified', '=', true)
        .executeTakeFirst();
      if (reader) await keep(reader.id, { kind: 'access', code: 'invited', botKey, detail: who });
    },
    list: (accountKey, of) => readPage(db, accountKey, of),
    async read(accountKey, upTo) {
      await db
        .updateTable('notifications')
        .set({ read_at: new Date(now()) })
        .where('account_key', '=', accountKey)
        .where('id', '<=', upTo)
        .where('read_at', 'is', null)
        .execute();
      changes.emit(accountKey);
      return readPage(db, accountKey);
    },
    async mark(accountKey, id, read) {
      await db
        .updateTable('notifications')
        .set({ read_at: read ? new Date(now()) : null })
        .where('account_key', '=', accountKey)
        .where('id', '=', id)
        .execute();
      changes.emit(accountKey);
      return readPage(db, accountKey);
    },
    settings: async (accountKey) => settingsOf(await recipientOf(accountKey)),
    async choose(accountKey, choice) {
      await chooseChannels(db, accountKey, choice);
      return settingsOf(await recipientOf(accountKey));
    },
    watch(accountKey, listener) {
      changes.on(accountKey, listener);
      return () => changes.off(accountKey, listener);
    },
    settled: async () => void (await Promise.all(underWay)),
  };
}
