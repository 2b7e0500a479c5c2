import type { EventText } from './describe-event.ts';

/** Longest values, in characters, from the most to the least that a message has space for. */
const valueLengths = [400, 160, 80, 40];
const shortestValue = 16;

/**
 * Shortens the longest values of events, so that all fit into one message. If that is not enough, each keeps its title,
 * its user and the first line.
 */
export function fitEvents(
  events: readonly EventText[],
  limit: number,
  measure: (event: EventText) => number,
): readonly EventText[] {
  const fits = (candidates: readonly EventText[]) =>
    candidates.reduce((sum, event) => sum + measure(event), 0) <= limit;
  for (const length of valueLengths) {
    const shortened = events.map((event) => shorten(event, length));
    if (fits(shortened)) return shortened;
  }
  return events.map((event) => shorten({ ...event, facts: event.facts.slice(0, 1) }, shortestValue));
}

const shorten = (event: EventText, length: number): EventText => ({
  ...event,
  user: event.user === null ? null : { ...event.user, name: cutText(event.user.name, length) },
  facts: event.facts.map((fact) => ({
    ...fact,
    label: cutText(fact.label, length),
    value: cutText(fact.value, length),
  })),
});

/** Cuts between characters, never through one. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
