import { expect, it } from 'vitest';
import { type EntityType, entityTypes, messageProblems } from './message-rules.ts';

/** Offset and end of two formats of one text. */
type Stretch = readonly [from: number, to: number];
const details = { url: 'https://a.example.com', custom_emoji_id: '1', unix_time: 1, date_time_format: 'r' };

const isRejected = (one: EntityType, first: Stretch, other: EntityType, second: Stretch): boolean => {
  const entity = (type: EntityType, [from, to]: Stretch) => ({ type, offset: from, length: to - from, ...details });
  const problems = messageProblems({
    text: 'abcdefgh',
    entities: [entity(one, first), entity(other, second)],
    buttons: [],
  });
  expect(problems).toEqual(problems.length === 0 ? [] : [{ code: 'InvalidEntity', path: ['entities', 1] }]);
  return problems.length > 0;
};

const styles: readonly EntityType[] = ['bold', 'italic', 'underline', 'strikethrough', 'spoiler'];
const quotes: readonly EntityType[] = ['blockquote', 'expandable_blockquote'];
const exclusiveTypes = entityTypes.filter((type) => !styles.includes(type) && !quotes.includes(type));
const pairs = (some: readonly EntityType[], partnerTypes: readonly EntityType[]) =>
  some.flatMap((one) => partnerTypes.flatMap((other) => [[one, other] as const, [other, one] as const]));

// As core.telegram.org/bots/api#formatting-options, and what Telegram's own library drops without a word.
it('formats of letters cross and contain everything', () => {
  for (const [one, other] of pairs(styles, entityTypes)) {
    expect([isRejected(one, [0, 4], other, [2, 6]), isRejected(one, [0, 6], other, [2, 4])], `${one} ${other}`).toEqual(
      [false, false],
    );
  }
});

it('links, code, emoji and moments exclude each other, and quotes exclude quotes', () => {
  for (const [one, other] of [...pairs(exclusiveTypes, exclusiveTypes), ...pairs(quotes, quotes)]) {
    const name = `${one} ${other}`;
    expect(isRejected(one, [0, 4], other, [3, 6]), name).toBe(true);
    expect(isRejected(one, [0, 6], other, [2, 4]), name).toBe(true);
    expect(isRejected(one, [0, 4], other, [0, 4]), name).toBe(true);
    expect(isRejected(one, [0, 4], other, [4, 6]), name).toBe(false);
  }
});

it('quotes contain links and code, and neither crosses the other nor is inside of it', () => {
  for (const quote of quotes) {
    for (const other of exclusiveTypes) {
      expect(isRejected(quote, [0, 6], other, [2, 6]), other).toBe(false);
      expect(isRejected(other, [0, 4], quote, [0, 4]), other).toBe(false);
      expect(isRejected(quote, [0, 4], other, [2, 6]), other).toBe(true);
      expect(isRejected(other, [0, 6], quote, [2, 4]), other).toBe(true);
    }
  }
});
