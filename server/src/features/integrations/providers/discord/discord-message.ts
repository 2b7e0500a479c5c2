import type { IntegrationEvent, Language } from '@botscope/contract';
import { describeEvent, type EventFact, type EventText } from '../messages/describe-event.ts';
import { fitEvents } from '../messages/fit-events.ts';
import { summarizeEvents } from '../messages/summarize-events.ts';

/** Longest description of an embed, and the most that all embeds of a message have together. */
const descriptionLength = 4_096;
const embedsLength = 6_000;

/** A message about events: an embed each, and a line for notifications. Nobody is mentioned by it. */
export function discordMessage(events: readonly IntegrationEvent[], language: Language) {
  const texts = fitEvents(
    events.map((event) => describeEvent(event, language)),
    embedsLength,
    (text) => {
      const { length } = descriptionOf(text);
      return length > descriptionLength ? Number.POSITIVE_INFINITY : text.title.length + length;
    },
  );
  return {
    content: escapeMarkdown(summarizeEvents(events, language)),
    embeds: texts.map((text) => embedOf(text)),
    allowed_mentions: { parse: [] },
  };
}

function embedOf(text: EventText) {
  const description = descriptionOf(text);
  // Discord takes no empty texts.
  return { title: text.title, ...(description !== '' && { description }), timestamp: text.at };
}

function descriptionOf({ user, facts }: EventText): string {
  return [...(user === null ? [] : [userLine(user)]), ...facts.map(factLine)].join('\n');
}

const factLine = ({ label, value }: EventFact): string => `${escapeMarkdown(label)}: ${escapeMarkdown(value)}`;

function userLine({ label, name, username, id }: NonNullable<EventText['user']>): string {
  const parts = [name, username === '' ? '' : `@${username}`, `ID ${id}`];
  return `${label}: ${escapeMarkdown(parts.filter((part) => part !== '').join(' '))}`;
}

/** Escapes marks, links and mentions. */
const escapeMarkdown = (text: string): string => text.replace(/[\\*_~|`<>[\]()#:@-]/g, '\\$&');
