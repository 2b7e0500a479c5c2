import type { IntegrationEvent, Language } from '@botscope/contract';
import { describeEvent, type EventFact, type EventText, formatTime } from '../messages/describe-event.ts';
import { escapeMarkup } from '../messages/escape-markup.ts';
import { fitEvents } from '../messages/fit-events.ts';
import { summarizeEvents } from '../messages/summarize-events.ts';

/** Longest text of a block, as it is sent. */
const blockLength = 3_000;
/** Slack cuts messages above 40,000 characters. */
const messageLength = 30_000;

/** A message about events: a block each, and a line for notifications. Nothing in it is unfurled. */
export function slackMessage(events: readonly IntegrationEvent[], language: Language) {
  const texts = fitEvents(
    events.map((event) => describeEvent(event, language)),
    messageLength,
    (text) => {
      const { length } = blockText(text);
      return length > blockLength ? Number.POSITIVE_INFINITY : length;
    },
  );
  return {
    text: escapeMarkup(summarizeEvents(events, language)),
    blocks: texts.map((text) => ({
      type: 'section',
      text: { type: 'mrkdwn', text: blockText(text), verbatim: true },
    })),
    unfurl_links: false,
    unfurl_media: false,
  };
}

function blockText({ title, user, facts, at }: EventText): string {
  return [
    `*${escapeMarkup(title)}*`,
    ...(user === null ? [] : [userLine(user)]),
    ...facts.map(factLine),
    timeIn(at),
  ].join('\n');
}

const factLine = ({ label, value, isForeign }: EventFact): string =>
  `${escapeMarkup(label)}: ${isForeign ? code(value) : escapeMarkup(value)}`;

function userLine({ label, name, username, id }: NonNullable<EventText['user']>): string {
  const parts = [name === '' ? '' : code(name), username === '' ? '' : escapeMarkup(`@${username}`), `ID ${id}`];
  return `${escapeMarkup(label)}: ${parts.filter((part) => part !== '').join(' ')}`;
}

/** Slack has no escape for its marks; within code it knows only the end of it. */
const code = (text: string): string => `\`${escapeMarkup(text.replaceAll('`', '\u02cb'))}\``;

/** Readers see the moment in their own time zone. */
const timeIn = (at: string): string =>
  `<!date^${Math.floor(Date.parse(at) / 1_000)}^{date_num} {time}|${formatTime(at)}>`;
