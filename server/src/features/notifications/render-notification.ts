import type { NotificationContent } from '@botscope/contract';
import { renderEmail } from '../../platform/mail/email-template.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { formatSentence, notificationTexts } from './notification-texts.ts';
import type { Recipient } from './recipients.ts';

/** A notification to send. */
export interface Outgoing {
  recipient: Pick<Recipient, 'language' | 'timeZone'>;
  notification: NotificationContent;
  /** '' where the notification is about no bot. */
  botName: string;
  publicUrl: string;
  at: Date;
}

/** The page that a notification is about. */
function pagePath(notification: NotificationContent): string {
  if (notification.kind === 'account') return '/profile';
  if (notification.kind === 'news') return '/';
  if (notification.kind === 'connection') return `/bots/${notification.botKey}?tab=connection`;
  if (notification.kind === 'campaign') return `/mailing?bot=${notification.botKey}`;
  if (notification.kind === 'integration') return `/integrations?bot=${notification.botKey}`;
  if (notification.code === 'joined' || notification.code === 'left') return `/bots/${notification.botKey}/permissions`;
  // An account that lost its access, or has none yet, would get a page that says "not found".
  return notification.code === 'revoked' || notification.code === 'invited' ? '/' : `/?bot=${notification.botKey}`;
}

const formatTitle = ({ recipient, notification, botName }: Outgoing): string =>
  [botName, formatSentence(recipient.language, notification)].filter((part) => part !== '').join(': ');

export function notificationMail(to: string, outgoing: Outgoing): Mail {
  const { recipient, notification, botName, publicUrl, at } = outgoing;
  const { language, timeZone } = recipient;
  const words = notificationTexts[language];
  const moment = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    [words.bot, botName],
    [words.detail[notification.kind], notification.detail],
    [words.time, `${moment.format(at)} (${timeZone})`],
  ] as const;
  return renderEmail({
    to,
    language,
    subject: formatTitle(outgoing),
    lead: formatSentence(language, notification),
    facts: facts.filter(([, value]) => value !== ''),
    button: words.open,
    link: `${publicUrl}${pagePath(notification)}`,
    foot: notification.kind === 'account' ? [words.careful] : [words.switches],
  });
}

/** Renders a notification for Telegram: plain text, so that nothing in it can be taken for markup. */
export const notificationText = (outgoing: Outgoing): string =>
  [formatTitle(outgoing), outgoing.notification.detail, `${outgoing.publicUrl}${pagePath(outgoing.notification)}`]
    .filter((line) => line !== '')
    .join('\n');
