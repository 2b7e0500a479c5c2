import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLinkTokens } from './link-token.ts';

const { seal, open } = createLinkTokens('s'.repeat(32));
const target = fc.record({
  campaignId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  userId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  message: fc.integer({ min: 0, max: 63 }),
  link: fc.integer({ min: 0, max: 199 }),
  isTest: fc.boolean(),
});

it('gives back what a token was made of', () => {
  fc.assert(
    fc.property(target, (one) => {
      const token = seal(one);
      expect(token).toMatch(/^[\w-]{22}$/);
      expect(open(token)).toEqual(one);
      expect(seal(one)).toBe(token);
    }),
  );
});

it('refuses every other text', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{22}$/)), (text) => open(text) === null));
  const token = seal({ campaignId: 101, userId: 7, message: 0, link: 0, isTest: false });
  const other = (index: number): string =>
    `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
  for (let index = 0; index < token.length; index += 1) expect(open(other(index))).toBe(null);
});

it('is of one installation, and close targets have nothing in common', () => {
  const one = { campaignId: 101, userId: 7, message: 0, link: 0, isTest: false };
  expect(createLinkTokens('t'.repeat(32)).open(seal(one))).toBe(null);
  const tokens = [one, { ...one, link: 1 }, { ...one, userId: 8 }, { ...one, isTest: true }].map(seal);
  const starts = new Set(tokens.map((token) => token.slice(0, 5)));
  expect(starts.size).toBe(4);
});
