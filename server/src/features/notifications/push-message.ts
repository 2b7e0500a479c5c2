import type { Message } from '@botscope/contract';
import { renderEmail } from '../../platform/mail/email-template.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { messageWords, sentenceOf } from './message-words.ts';
import type { Recipient } from './recipients.ts';

/** A notification to send. */
export interface Outgoing {
  recipient: Pick<Recipient, 'language' | 'timeZone'>;
  message: Message;
  /** '' where the message is about no bot. */
  botName: string;
  publicUrl: string;
  at: Date;
}

/** The page that a message is about. */
function pageOf(message: Message): string {
  if (message.kind === 'account') return '/profile';
  if (message.kind === 'news') return '/';
  if (message.kind === 'connection') return `/bots/${message.botKey}?tab=connection`;
  if (message.code === 'joined' || message.code === 'left') return `/bots/${message.botKey}/permissions`;
  // An account that lost its access, or has none yet, would get a page that says "not found".
  return message.code === 'revoked' || message.code === 'invited' ? '/' : `/?bot=${message.botKey}`;
}

const titleOf = ({ recipient, message, botName }: Outgoing): string =>
  [botName, sentenceOf(recipient.language, message)].filter((part) => part !== '').join(': ');

export function messageMail(to: string, outgoing: Outgoing): Mail {
  const { recipient, message, botName, publicUrl, at } = outgoing;
  const { language, timeZone } = recipient;
  const words = messageWords[language];
  const moment = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    [words.bot, botName],
    [words.detail[message.kind], message.detail],
    [words.time, `${moment.format(at)} (${timeZone})`],
  ] as const;
  return renderEmail({
    to,
    language,
    subject: titleOf(outgoing),
    lead: sentenceOf(language, message),
    facts: facts.filter(([, value]) => value !== ''),
    button: words.open,
    link: `${publicUrl}${pageOf(message)}`,
    foot: message.kind === 'account' ? [words.careful] : [words.switches],
  });
}

/** The same as a Telegram message: plain text, so that nothing in it can be taken for markup. */
export const messageText = (outgoing: Outgoing): string =>
  [titleOf(outgoing), outgoing.message.detail, `${outgoing.publicUrl}${pageOf(outgoing.message)}`]
    .filter((line) => line !== '')
    .join('\n');
