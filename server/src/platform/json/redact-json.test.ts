import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactJson } from './redact-json.ts';

it('leaves the structure and the names of fields, and no value', () => {
  const json = '{"update_id":1234567,"message":{"text":"my \\"secret\\" name","is_bot":false,"tags":["a",null]}}';
  expect(redactJson(json)).toBe('{"update_id":…,"message":{"text":"…","is_bot":false,"tags":["…",null]}}');
  expect(redactJson('{"Ann 7": 1}')).toBe('{"…": …}');
  expect(redactJson('"just a word"')).toBe('"…"');
  expect(redactJson('no JSON at all')).toBe('… … … …');
});

it('redacts texts that are cut off in a string, at an escape and in a word', () => {
  expect(redactJson('{"text":"cut he')).toBe('{"text":"…"');
  expect(redactJson('{"text":"cut \\')).toBe('{"text":"…"');
  expect(redactJson('[tru')).toBe('[…');
});

it('leaves nothing of any value, cut anywhere, and redacts once', () => {
  const cut = fc.tuple(fc.string(), fc.nat(80));
  fc.assert(
    fc.property(cut, ([word, length]) => {
      const value = `q7${word}7q`;
      const text = JSON.stringify({ deep: [{ value, n: 70_707 }] }).slice(0, length);
      const redacted = redactJson(text);
      expect(redacted).not.toMatch(/7/);
      expect(redactJson(redacted)).toBe(redacted);
    }),
  );
});
