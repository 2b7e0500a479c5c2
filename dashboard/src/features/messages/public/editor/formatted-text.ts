import { type EntityDetails, type EntityType, isInsideCharacter, type MessageEntity } from '@botscope/contract';

/** A text as Telegram takes it: formatting lies beside it, so no character needs escaping and no markup can be wrong. */
export interface FormattedText {
  text: string;
  entities: readonly MessageEntity[];
}

/** UTF-16 units, as a text field counts its selection. */
export interface Range {
  start: number;
  end: number;
}

/** Returns the text after the field was edited: formatting stays with its words. */
export function retype({ text: before, entities }: FormattedText, text: string): FormattedText {
  const maxLength = Math.min(before.length, text.length);
  let start = 0;
  while (start < maxLength && before[start] === text[start]) start += 1;
  // Two emoji may begin alike.
  if (isInsideCharacter(before, start) || isInsideCharacter(text, start)) start -= 1;
  let suffixLength = 0;
  while (
    suffixLength < maxLength - start &&
    before[before.length - 1 - suffixLength] === text[text.length - 1 - suffixLength]
  )
    suffixLength += 1;
  if (isInsideCharacter(before, before.length - suffixLength) || isInsideCharacter(text, text.length - suffixLength))
    suffixLength -= 1;
  const end = before.length - suffixLength;
  const delta = text.length - before.length;
  const moved = entities.map((entity) => {
    const [from, to] = [entity.offset, entity.offset + entity.length];
    // Text typed right before or after formatted words is not part of them.
    if (to <= start) return entity;
    if (from >= end) return { ...entity, offset: from + delta };
    const newFrom = from < start ? from : end + delta;
    const newTo = to > end ? to + delta : start;
    const isInside = from <= start && to >= end;
    return { ...entity, offset: isInside ? from : newFrom, length: isInside ? to + delta - from : newTo - newFrom };
  });
  return { text, entities: moved.filter(({ length }) => length > 0) };
}

/** Puts words in the place of a range, as if they were typed there. */
export function insertWords(value: FormattedText, { start, end }: Range, words: string): FormattedText {
  return retype(value, value.text.slice(0, start) + words + value.text.slice(end));
}

/** Puts a formatted text in the place of a range: it brings its own formats, and takes on none. */
export function insertFormatted(value: FormattedText, range: Range, inserted: FormattedText): FormattedText {
  const { text, entities } = insertWords(value, range, inserted.text);
  const end = range.start + inserted.text.length;
  const outerEntities = cut(entities, { start: range.start, end }, () => true);
  const insertedEntities = inserted.entities.map((entity) => ({ ...entity, offset: entity.offset + range.start }));
  return { text, entities: inOrder([...outerEntities, ...insertedEntities]) };
}

/** These allow no other formatting within them. */
const plainTypes: ReadonlySet<EntityType> = new Set(['code', 'pre']);

/** These say something of their own, so two of them that touch are two. */
const detailedTypes: ReadonlySet<EntityType> = new Set(['text_link', 'pre', 'custom_emoji', 'date_time']);
const quotes: ReadonlySet<EntityType> = new Set(['blockquote', 'expandable_blockquote']);
/** True for formats that exclude each other: a quote is of one kind, and entities with details never nest. */
const excludes = (one: EntityType, other: EntityType): boolean =>
  (quotes.has(one) && quotes.has(other)) || (detailedTypes.has(one) && detailedTypes.has(other));

/** Formats a range, or takes the format away if all of the range has it. Nothing changes for an empty range. */
export function toggle(
  value: FormattedText,
  selection: Range,
  type: EntityType,
  details: EntityDetails = {},
): FormattedText {
  if (selection.start >= selection.end) return value;
  const range = wholeCharacters(value.text, selection);
  const { start, end } = range;
  if (Object.keys(details).length === 0 && hasFormat(value, range, type))
    return { ...value, entities: cut(value.entities, range, (entity) => entity.type === type) };
  const isCut = (entity: MessageEntity): boolean =>
    entity.type === type || plainTypes.has(type) || plainTypes.has(entity.type) || excludes(type, entity.type);
  const otherEntities = cut(value.entities, range, isCut);
  // One with what it touches: a quote of two lines is one quote.
  const touching = otherEntities.filter(
    (entity) => entity.type === type && !detailedTypes.has(type) && touches(entity, range),
  );
  const from = Math.min(start, ...touching.map(({ offset }) => offset));
  const to = Math.max(end, ...touching.map(({ offset, length }) => offset + length));
  const untouchedEntities = otherEntities.filter((entity) => !touching.includes(entity));
  return { ...value, entities: inOrder([...untouchedEntities, { type, offset: from, length: to - from, ...details }]) };
}

/** A range that ends in the middle of an emoji has all of it: Telegram refuses a half. */
const wholeCharacters = (text: string, { start, end }: Range): Range => ({
  start: isInsideCharacter(text, start) ? start - 1 : start,
  end: isInsideCharacter(text, end) ? end + 1 : end,
});

/** Whether all of a range has a format. */
export function hasFormat({ entities }: FormattedText, { start, end }: Range, type: EntityType): boolean {
  return (
    start < end &&
    entities.some((entity) => entity.type === type && entity.offset <= start && entity.offset + entity.length >= end)
  );
}

/** Without blanks at both ends, which Telegram drops. */
export function trim({ text, entities }: FormattedText): FormattedText {
  const start = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const end = start + trimmed.length;
  const inside = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start);
    const to = Math.min(entity.offset + entity.length, end);
    return from < to ? [{ ...entity, offset: from - start, length: to - from }] : [];
  });
  return { text: trimmed, entities: inside };
}

/** A piece of the text with all formats that it has. */
export interface Piece {
  text: string;
  start: number;
  formats: readonly MessageEntity[];
}

/** The text in pieces within which the formatting does not change. */
export function splitPieces({ text, entities }: FormattedText): Piece[] {
  const edges = entities.flatMap(({ offset, length }) => [offset, offset + length]);
  const cuts = [...new Set([0, ...edges, text.length])]
    .filter((position) => position <= text.length)
    .sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    const formats = entities.filter(({ offset, length }) => offset <= start && offset + length >= end);
    return { text: text.slice(start, end), start, formats };
  });
}

const touches = ({ offset, length }: MessageEntity, { start, end }: Range): boolean =>
  offset <= end && offset + length >= start;

/** Takes the range out of the entities that `isCut` names; what is left and right of it stays. */
function cut(
  entities: readonly MessageEntity[],
  { start, end }: Range,
  isCut: (entity: MessageEntity) => boolean,
): MessageEntity[] {
  return entities.flatMap((entity) => {
    const [from, to] = [entity.offset, entity.offset + entity.length];
    if (!isCut(entity) || to <= start || from >= end) return [entity];
    return [
      ...(from < start ? [{ ...entity, length: start - from }] : []),
      ...(to > end ? [{ ...entity, offset: end, length: to - end }] : []),
    ];
  });
}

const inOrder = (entities: MessageEntity[]): MessageEntity[] =>
  entities.sort((one, other) => one.offset - other.offset || other.length - one.length);
