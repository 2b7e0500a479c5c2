import type {
  Language,
  NotificationContent,
  NotificationKind,
  NotificationMethod,
  NotificationPage,
  NotificationSettings,
} from '@botscope/contract';
import { notificationKinds } from '@botscope/contract';
import type { Logger } from 'pino';
import type { Attempts } from '../../platform/attempts.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { isKept, readPage, storeNotification } from './notification-store.ts';
import { notificationTexts } from './notification-texts.ts';
import { chooseMethods, findRecipient, type Recipient, selectMethods } from './recipients.ts';
import { notificationMail, notificationText, type Outgoing } from './render-notification.ts';

/** An invitation by email, whether or not its reader has an account. */
export interface Invitation {
  email: string;
  /** The inviter's: nothing is known of the reader. */
  language: Language;
  /** Name of the inviter. */
  who: string;
  botKey: string;
  botName: string;
  /** The whole address with the token. */
  link: string;
}

/** Messages to accounts: shown in the dashboard, and sent where the account wants them. */
export interface Notifications {
  /**
   * Notifies the account by the delivery methods of its choice. Emails and Telegram messages are in the outbox when this
   * resolves, and leave afterwards: their failure is logged and nothing else. An account that is gone gets nothing.
   * Throws what the store throws. With a key (UUID) it may be repeated after a crash: what the dashboard shows is there once,
   * and an email or a Telegram message goes out again only if the crash came right after it was queued.
   */
  notify(accountKey: string, notification: NotificationContent, onceKey?: string): Promise<void>;
  /** Mails an invitation; if its reader has an account, the dashboard shows it too. Rejects if the mail could not be queued. */
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
    choice: { kind: NotificationKind; methods: readonly NotificationMethod[] },
  ): Promise<NotificationSettings>;
  /** Calls back when the account's notifications have changed; returns a function that unsubscribes. */
  watch(accountKey: string, listener: () => void): () => void;
}

export interface NotificationDeps {
  metadata: Pick<Metadata, 'db'>;
  bus: Pick<Bus, 'publish' | 'watch'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  /** Counts what leaves; throws TooManyRequests when it is too much. */
  attempts: Pick<Attempts, 'take'>;
  /** Queues a message to an owner by the installation's own bot; null where none is configured. */
  telegram: ((tid: number, text: string) => Promise<void>) | null;
  logger: Logger;
  now?: () => number;
}

/** Queues a notification for the methods beside the dashboard; never throws. */
function createSending(deps: NotificationDeps) {
  const { attempts, mailer, telegram, publicUrl, logger, now = Date.now } = deps;
  const { db } = deps.metadata;

  const loadBotName = async (notification: NotificationContent): Promise<string> => {
    if (!('botKey' in notification)) return '';
    const bot = await db
      .selectFrom('bots')
      .select('bot_name')
      .where('key', '=', notification.botKey)
      .executeTakeFirst();
    return bot?.bot_name ?? '';
  };
  /** A connection that comes and goes, or a crowd of events, must not fill a mailbox: then only the dashboard shows it. */
  const maySend = async (accountKey: string, notification: NotificationContent): Promise<boolean> => {
    try {
      await attempts.take({
        ...(notification.kind === 'connection' && {
          'notification:problem': `${accountKey} ${notification.botKey} ${notification.code}`,
        }),
      });
      // Bots of strangers that are shared with an account leave something to its own ones.
      const asker = 'botKey' in notification ? notification.botKey : '';
      const subject = `${accountKey} ${notification.kind}`;
      await attempts.take({ 'notification:account+kind': { subject, asker } });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'TooManyRequests') return false;
      throw error;
    }
  };
  const send = async (
    recipient: Recipient,
    methods: readonly NotificationMethod[],
    notification: NotificationContent,
  ): Promise<void> => {
    if (!(await maySend(recipient.key, notification))) return;
    const botName = await loadBotName(notification);
    const outgoing: Outgoing = { recipient, notification, botName, publicUrl, at: new Date(now()) };
    const { email, tid } = recipient;
    const results = await Promise.allSettled([
      methods.includes('email') && email !== null ? mailer.send(notificationMail(email, outgoing)) : undefined,
      methods.includes('telegram') && tid !== null ? telegram?.(tid, notificationText(outgoing)) : undefined,
    ]);
    for (const one of results) if (one.status === 'rejected') throw one.reason;
  };
  return (
    recipient: Recipient,
    methods: readonly NotificationMethod[],
    notification: NotificationContent,
  ): Promise<void> =>
    send(recipient, methods, notification).catch((error: unknown) => {
      const { kind, code } = notification;
      logger.warn({ err: error, kind, code }, 'a notification could not be queued');
    });
}

export function createNotifications(deps: NotificationDeps): Notifications {
  const { bus, mailer, telegram, now = Date.now } = deps;
  const { db } = deps.metadata;
  const trySend = createSending(deps);
  const publishChange = (accountKey: string): void => bus.publish('notifications-changed', accountKey);

  const availableTo = (recipient: Recipient): NotificationMethod[] => [
    'app',
    ...(recipient.email === null ? [] : (['email'] as const)),
    ...(recipient.tid === null || telegram === null ? [] : (['telegram'] as const)),
  ];
  const loadRecipient = async (accountKey: string): Promise<Recipient> => {
    const recipient = await findRecipient(db, accountKey);
    if (recipient === null) throw new AppError('NotSignedIn');
    return recipient;
  };
  const toSettings = (recipient: Recipient): NotificationSettings => ({
    available: availableTo(recipient),
    kinds: notificationKinds.map((kind) => ({ kind, methods: selectMethods(recipient, kind) })),
  });
  const storeAndPublish = async (
    accountKey: string,
    notification: NotificationContent,
    onceKey?: string,
  ): Promise<void> => {
    await storeNotification(db, { accountKey, notification, at: new Date(now()), ...(onceKey && { onceKey }) });
    publishChange(accountKey);
  };
  return {
    async notify(accountKey, notification, onceKey) {
      const recipient = await findRecipient(db, accountKey);
      if (recipient === null) return;
      const available = availableTo(recipient);
      const methods = selectMethods(recipient, notification.kind).filter((method) => available.includes(method));
      if (onceKey !== undefined && (await isKept(db, accountKey, onceKey))) return;
      // With a key it is sent before it is kept: the other way round a crash between the two would lose an email.
      const isStoredFirst = onceKey === undefined;
      if (isStoredFirst && methods.includes('app')) await storeAndPublish(accountKey, notification);
      // The end of a problem can wait until the account opens the notifications.
      const isUrgent = notification.kind !== 'connection' || notification.state === 'began';
      if (isUrgent && methods.some((method) => method !== 'app')) await trySend(recipient, methods, notification);
      if (!isStoredFirst && methods.includes('app')) await storeAndPublish(accountKey, notification, onceKey);
    },
    async invite({ email, language, who, botKey, botName, link }) {
      const invitationTexts = notificationTexts[language].invitation;
      await mailer.send(
        renderEmail({
          to: email,
          language,
          subject: invitationTexts.subject(botName),
          lead: invitationTexts.lead(who, botName),
          facts: [],
          button: invitationTexts.button,
          link,
          foot: [invitationTexts.foot],
        }),
      );
      const reader = await db
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email.toLowerCase())
        .where('email_verified', '=', true)
        .executeTakeFirst();
      if (reader) await storeAndPublish(reader.id, { kind: 'access', code: 'invited', botKey, detail: who });
    },
    list: (accountKey, filter) => readPage(db, accountKey, filter),
    async read(accountKey, upTo) {
      await db
        .updateTable('notifications')
        .set({ read_at: new Date(now()) })
        .where('account_key', '=', accountKey)
        .where('id', '<=', upTo)
        .where('read_at', 'is', null)
        .execute();
      publishChange(accountKey);
      return readPage(db, accountKey);
    },
    async mark(accountKey, id, read) {
      await db
        .updateTable('notifications')
        .set({ read_at: read ? new Date(now()) : null })
        .where('account_key', '=', accountKey)
        .where('id', '=', id)
        .execute();
      publishChange(accountKey);
      return readPage(db, accountKey);
    },
    settings: async (accountKey) => toSettings(await loadRecipient(accountKey)),
    async choose(accountKey, choice) {
      await chooseMethods(db, accountKey, choice);
      return toSettings(await loadRecipient(accountKey));
    },
    watch: (accountKey, listener) => bus.watch('notifications-changed', accountKey, listener),
  };
}
