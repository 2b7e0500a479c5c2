import type { TextEntity } from '@botscope/contract';

/** A stretch of text with the formats that cover all of it, the outer ones first. */
export interface TextRun {
  /** Offset in the whole text. */
  start: number;
  text: string;
  entities: readonly TextEntity[];
}

/** A text in stretches of equal format. Entities may lie in each other; those outside the text are cut. */
export function textRuns(text: string, entities: readonly TextEntity[]): TextRun[] {
  const spans = entities
    .map((entity) => ({ entity, start: entity.offset, end: Math.min(text.length, entity.offset + entity.length) }))
    .filter(({ start, end }) => start < end)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const borders = new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]);
  const places = [...borders].sort((one, other) => one - other);
  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1] ?? text.length;
    const covering = spans.filter((each) => each.start <= start && each.end >= end);
    return { start, text: text.slice(start, end), entities: covering.map(({ entity }) => entity) };
  });
}

/** Returns the address that a stretch of text links to; null if it links nowhere. */
export function findAddress(text: string, { type, url }: TextEntity): string | null {
  switch (type) {
    case 'text_link':
      return url ?? null;
    case 'url':
      return /^https?:\/\//i.test(text) ? text : /^[\w-]+:/.test(text) ? null : `https://${text}`;
    case 'email':
      return `mailto:${text}`;
    case 'mention':
      return /^@\w+$/.test(text) ? `https://t.me/${text.slice(1)}` : null;
    default:
      return null;
  }
}
