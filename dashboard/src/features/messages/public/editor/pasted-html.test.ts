import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pastedHtml } from './pasted-html.ts';

const read = (html: string): [string, ...string[]] | null => {
  const result = pastedHtml(html);
  if (result === null) return null;
  const { text, entities } = result;
  const words = entities.map(({ type, offset, length, url }) =>
    [type, text.slice(offset, offset + length), url].filter((one) => one !== undefined).join(' '),
  );
  return [text, ...words.sort()];
};

test.each<[string, string, [string, ...string[]] | null]>([
  ['Telegram', 'Hi <b>you</b> <span class="spoiler">secret</span>', ['Hi you secret', 'bold you', 'spoiler secret']],
  ['a link', '<a href="https://a.example.com/">here</a>', ['here', 'text_link here https://a.example.com/']],
  ['a link that leads nowhere', '<a href="javascript:alert(1)">here</a> <i>x</i>', ['here x', 'italic x']],
  [
    'Google Docs',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="margin:0"><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span></p><p style="margin:0"><span style="font-style:italic;text-decoration:underline">both</span></p></b>',
    ['Plain bold\nboth', 'bold bold', 'italic both', 'underline both'],
  ],
  [
    'Word',
    '<html><head><style>p {margin:0}</style></head><body><p class=MsoNormal>One <b>two</b><o:p></o:p></p><p class=MsoNormal><s>three</s></p></body></html>',
    ['One two\nthree', 'bold two', 'strikethrough three'],
  ],
  ['lists', '<ul><li>a</li><li><b>b</b></li></ul>', ['• a\n• b', 'bold b']],
  ['code', '<pre>a\n  <b>b</b></pre>', ['a\n  b', 'pre a\n  b']],
  ['paragraphs of a page', '<p>a <b>b</b></p><p>c</p>', ['a b\n\nc', 'bold b']],
  [
    'what is malformed',
    '<b>a <i>b</b> c</i><!-- <b> --> 1 < 2 &amp; &nope;',
    ['a b c 1 < 2 & &nope;', 'bold a b', 'italic b'],
  ],
  ['nothing formatted', '<p>just <span style="color:red">text</span></p>', null],
])('%s', (_, html, expected) => expect(read(html)).toEqual(expected));

test('never throws, and formats lie inside the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '<a href="https://a.example.com">',
      '</a>',
      '<li>',
      '<br>',
      '<pre>',
      '</pre>',
    ),
    fc.constantFrom(
      '<span style="font-weight:700">',
      '</span>',
      ' ',
      '\n',
      '&nbsp;',
      '<blockquote>',
      '</blockquote>',
      '😀',
    ),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const result = pastedHtml(pieces.join(''));
      for (const { offset, length } of result?.entities ?? []) {
        expect(length).toBeGreaterThan(0);
        expect(offset + length).toBeLessThanOrEqual(result?.text.length ?? 0);
      }
    }),
  );
});
