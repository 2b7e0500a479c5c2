import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { messageProblems, parseModes } from './message-rules.ts';
import type { MessageEntity } from './messages.ts';
import { parseMarkup } from './parse-markup.ts';

const formatted = (text: string, ...entities: [string, number, number, object?][]) => ({
  text,
  entities: entities.map(([type, offset, length, details = {}]) => ({ type, offset, length, ...details })),
});

describe('HTML', () => {
  test.each<[string, object]>([
    ['<b>Hi</b> <EM>you</EM>', formatted('Hi you', ['bold', 0, 2], ['italic', 3, 3])],
    ['😀<u><s>x</s></u>', formatted('😀x', ['strikethrough', 2, 1], ['underline', 2, 1])],
    [
      '<span class="tg-spoiler">a</span><tg-spoiler>b</tg-spoiler>',
      formatted('ab', ['spoiler', 0, 1], ['spoiler', 1, 1]),
    ],
    [
      '<a href="https://a.example.com/?x=1&amp;y=2">a</>',
      formatted('a', ['text_link', 0, 1, { url: 'https://a.example.com/?x=1&y=2' }]),
    ],
    [
      '<a>https://a.example.com</a>',
      formatted('https://a.example.com', ['text_link', 0, 21, { url: 'https://a.example.com' }]),
    ],
    ['<a href="not an address">a</a>', formatted('a')],
    ['<pre><code class="language-ts">1 &lt; 2</code></pre>', formatted('1 < 2', ['pre', 0, 5, { language: 'ts' }])],
    ['<blockquote expandable>long</blockquote>', formatted('long', ['expandable_blockquote', 0, 4])],
    [
      '<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>',
      formatted('👍', ['custom_emoji', 0, 2, { custom_emoji_id: '5368324170671202286' }]),
    ],
    [
      '<tg-time unix="1647531900" format="wDT">then</tg-time>',
      formatted('then', ['date_time', 0, 4, { unix_time: 1_647_531_900, date_time_format: 'wDT' }]),
    ],
    ['&nbsp;&#38;&#x26;', formatted('&nbsp;&&')],
    ['<b>{first_name|<i>}</b>', formatted('{first_name|<i>}', ['bold', 0, 16])],
    ['a<br>b', { at: 1, problem: 'unknown_tag' }],
    ['1 < 2', { at: 2, problem: 'unknown_tag' }],
    ['<b>a', { at: 0, problem: 'unclosed' }],
    ['<b>a</i>', { at: 4, problem: 'unexpected_end' }],
    ['<span>a</span>', { at: 0, problem: 'wrong_attribute' }],
  ])('%s', (source, expected) => expect(parseMarkup(source, 'HTML')).toEqual(expected));
});

describe('MarkdownV2', () => {
  test.each<[string, object]>([
    [
      '*a* _b_ __c__ ~d~ ||e||',
      formatted(
        'a b c d e',
        ['bold', 0, 1],
        ['italic', 2, 1],
        ['underline', 4, 1],
        ['strikethrough', 6, 1],
        ['spoiler', 8, 1],
      ),
    ],
    ['*a _b_*', formatted('a b', ['bold', 0, 3], ['italic', 2, 1])],
    ['[a](https://a.example.com/\\))', formatted('a', ['text_link', 0, 1, { url: 'https://a.example.com/)' }])],
    [
      '![👍](tg://emoji?id=5368324170671202286)',
      formatted('👍', ['custom_emoji', 0, 2, { custom_emoji_id: '5368324170671202286' }]),
    ],
    [
      '![then](tg://time?unix=1647531900&format=r)',
      formatted('then', ['date_time', 0, 4, { unix_time: 1_647_531_900, date_time_format: 'r' }]),
    ],
    ['`a.b` ```ts\n1 < 2```', formatted('a.b 1 < 2', ['code', 0, 3], ['pre', 4, 5, { language: 'ts' }])],
    ['>one\n>two\nthree', formatted('one\ntwo\nthree', ['blockquote', 0, 8])],
    ['>one\n>two||', formatted('one\ntwo', ['expandable_blockquote', 0, 7])],
    ['a\\.b', formatted('a.b')],
    ['Hi {first_name|friend}\\!', formatted('Hi {first_name|friend}!')],
    ['a.b', { at: 1, problem: 'reserved' }],
    ['*a', { at: 0, problem: 'unclosed' }],
    ['*a _b*', { at: 5, problem: 'unexpected_end' }],
    ['![x](https://a.example.com)', { at: 3, problem: 'wrong_attribute' }],
  ])('%s', (source, expected) => expect(parseMarkup(source, 'MarkdownV2')).toEqual(expected));
});

describe('Markdown', () => {
  test.each<[string, object]>([
    [
      '*a* _b_ `c` [d](https://a.example.com)',
      formatted(
        'a b c d',
        ['bold', 0, 1],
        ['italic', 2, 1],
        ['code', 4, 1],
        ['text_link', 6, 1, { url: 'https://a.example.com' }],
      ),
    ],
    ['\\*a. b!', formatted('*a. b!')],
    ['*{first_name}*', formatted('{first_name}', ['bold', 0, 12])],
    ['*a', { at: 0, problem: 'unclosed' }],
  ])('%s', (source, expected) => expect(parseMarkup(source, 'Markdown')).toEqual(expected));
});

/** Pieces of markup in any order, which random letters would hardly make. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '<b>',
      '</b>',
      '<i>',
      '</>',
      '<a href="https://a.example.com">',
      '</a>',
      '<pre>',
      '<code class="language-x">',
      '</code>',
    ],
    ...[
      '</pre>',
      '<blockquote expandable>',
      '</blockquote>',
      '&lt;',
      '&#128512;',
      '&',
      '<',
      '>',
      '*',
      '_',
      '__',
      '~',
      '||',
    ],
    ...[
      '`',
      '```',
      '```x\n',
      '[',
      '![',
      '](',
      ')',
      '](https://a.example.com)',
      '\\',
      '\n',
      '\n>',
      '**>',
      '{first_name|x}',
      '😀',
    ],
    ...['<tg-time unix="1" format="r">', '</tg-time>', '(tg://time?unix=5)', '{', '}'],
  ),
  fc.string({ maxLength: 4, unit: 'binary' }),
);

it.each(parseModes)('%s never throws, and its formats lie inside the text and in each other', (mode) => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const source = pieces.join('');
      const result = parseMarkup(source, mode);
      if ('problem' in result) return result.at >= 0 && result.at <= source.length;
      const { text, entities } = result;
      for (const [index, one] of entities.entries()) {
        expect(one.offset).toBeGreaterThanOrEqual(0);
        expect(one.length).toBeGreaterThan(0);
        expect(one.offset + one.length).toBeLessThanOrEqual(text.length);
        for (const other of entities.slice(index + 1)) expect(crosses(one, other)).toBe(false);
      }
      // Each by itself: markup can put a link into code, which Telegram drops.
      for (const entity of entities.filter(({ type }) => type !== 'text_link')) {
        const problems = messageProblems({ text, entities: [entity], buttons: [] });
        expect(problems.filter(({ code }) => code === 'InvalidEntity')).toEqual([]);
      }
      return true;
    }),
    { numRuns: 2_000 },
  );
});

const crosses = (one: MessageEntity, other: MessageEntity): boolean => {
  const [end, otherEnd] = [one.offset + one.length, other.offset + other.length];
  return one.offset < other.offset && other.offset < end && end < otherEnd;
};

it('reads every text that is escaped as it was', () => {
  const escapes = {
    HTML: (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    MarkdownV2: (text: string) => text.replaceAll(/[\\_*[\]()~`>#+\-=|{}.!]/g, String.raw`\$&`),
  } as const;
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('HTML' as const, 'MarkdownV2' as const),
      (text, mode) => {
        expect(parseMarkup(escapes[mode](text), mode)).toEqual({ text, entities: [] });
      },
    ),
  );
});
