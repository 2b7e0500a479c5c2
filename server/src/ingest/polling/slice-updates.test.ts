import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinUpdates, sliceUpdates } from './slice-updates.ts';

const space = fc.constantFrom('', ' ', '\n', '\r\n\t');
/** JSON texts with everything that misleads a scanner: brackets and quotes in texts, escapes, emptiness, big numbers. */
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc
      .string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'ж', '\u{1f600}', '\n', 'a') })
      .map((text) => JSON.stringify(text)),
    fc.constantFrom('0', '-1.5e3', '9007199254740993', 'true', 'false', 'null', '"\\u0041\\ud83d\\ude00"', '{}', '[]'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 })
      .map((pairs) => `{${pairs.map(([name, value]) => `${JSON.stringify(name)} :${value}`).join(',')}}`),
  ),
})).value;
const updates = fc
  .array(fc.tuple(space, json), { maxLength: 8 })
  .map((bodies) => bodies.map(([gap, body], index) => `{"update_id":${100 + index},${gap}"message":${gap}${body}}`));

it('cuts out exactly the bytes that Telegram wrote', () => {
  fc.assert(
    fc.property(updates, space, fc.boolean(), (texts, gap, isReversed) => {
      const list = `"result"${gap}:${gap}[${gap}${texts.join(`${gap},${gap}`)}${gap}]`;
      const other = `"x":{"result":["no]"]},"ok":true`;
      const body = `${gap}{${gap}${isReversed ? `${list},${other}` : `${other},${list}`}${gap}}`;
      const sliced = sliceUpdates(Buffer.from(body));
      expect(sliced?.map(({ raw }) => raw)).toEqual(texts);
      expect(sliced?.map(({ bytes }) => bytes.toString())).toEqual(texts);
      expect(sliced?.every(({ id, kind }, index) => id === 100 + index && kind === 'message')).toBe(true);
      const joinedText = joinUpdates(sliced ?? []).toString();
      expect(JSON.parse(joinedText)).toEqual({ ok: true, result: JSON.parse(`[${texts.join()}]`) });
    }),
  );
});

it('an answer that is cut off, or of another shape, is none of ours to change', () => {
  const completeAnswer = '{"ok":true,"result":[{"update_id":1,"message":{"text":"a\\"]"}}]}';
  const end = completeAnswer.length - 1;
  for (let length = 0; length < end; length++)
    expect(sliceUpdates(Buffer.from(completeAnswer.slice(0, length)))).toBe(null);
  for (const other of ['', 'null', '[]', '{"ok":true,"result":true}', '{"ok":false,"error_code":409}', '<html>']) {
    expect(sliceUpdates(Buffer.from(other))).toBe(null);
  }
  expect(sliceUpdates(Buffer.from('{"ok":true,"result":[1]}'))).toBe(null);
  expect(sliceUpdates(Buffer.from('{"ok":true,"result":[]}'))).toEqual([]);
});
