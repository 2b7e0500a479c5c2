import type { IntegrationEvent, Language } from '@botscope/contract';
import { describeEvent, type EventFact, type EventText, formatTime } from '../messages/describe-event.ts';
import { escapeMarkup } from '../messages/escape-markup.ts';
import { cutText, fitEvents } from '../messages/fit-events.ts';

/** Telegram counts characters without the tags. */
const messageLength = 4_096;
const botNameLength = 64;

/** A message about events in Telegram's HTML; at most 4,096 characters. */
export function telegramMessage(events: readonly IntegrationEvent[], language: Language): string {
  const botName = cutText(events[0]?.bot.name ?? '', botNameLength);
  const texts = fitEvents(
    events.map((event) => describeEvent(event, language)),
    messageLength - botName.length,
    (text) => eventLines(text, plain).join('\n').length + separator.length,
  );
  return [`<b>${escapeMarkup(botName)}</b>`, ...texts.map((text) => eventLines(text, html).join('\n'))].join(separator);
}

const separator = '\n\n';

interface Markup {
  text(text: string): string;
  bold(text: string): string;
  /** A value in which Telegram looks for no links, mentions and commands. */
  code(text: string): string;
}
const plain: Markup = { text: (text) => text, bold: (text) => text, code: (text) => text };
const html: Markup = {
  text: escapeMarkup,
  bold: (text) => `<b>${escapeMarkup(text)}</b>`,
  code: (text) => `<code>${escapeMarkup(text)}</code>`,
};

const eventLines = (event: EventText, markup: Markup): string[] => [
  markup.bold(event.title),
  ...(event.user === null ? [] : [userLine(event.user, markup)]),
  ...event.facts.map((fact) => factLine(fact, markup)),
  formatTime(event.at),
];

const factLine = ({ label, value, isForeign }: EventFact, { text, code }: Markup): string =>
  `${text(label)}: ${isForeign ? code(value) : text(value)}`;

/** The @username stays a link to the user. */
function userLine({ label, name, username, id }: NonNullable<EventText['user']>, { text, code }: Markup): string {
  const parts = [name === '' ? '' : code(name), username === '' ? '' : text(`@${username}`), `ID ${code(id)}`];
  return `${text(label)}: ${parts.filter((part) => part !== '').join(' ')}`;
}
