import type { IntegrationEvent, Language } from '@botscope/contract';
import { describeEvent } from './describe-event.ts';
import { eventTexts } from './event-texts.ts';
import { cutText } from './fit-events.ts';

const summaryLength = 150;

/** One line about events, for notifications: `shop_bot: New user`, or `shop_bot: 3 events`. */
export function summarizeEvents(events: readonly IntegrationEvent[], language: Language): string {
  const [first] = events;
  if (first === undefined) return '';
  const name = events.length === 1 ? describeEvent(first, language).title : eventTexts[language].events(events.length);
  return `${cutText(first.bot.name, summaryLength)}: ${name}`;
}
