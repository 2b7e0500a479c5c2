import { expect, test } from 'vitest';
import { parseCode } from './code.ts';

const link = 'A-z_0'.repeat(8).padEnd(43, '9');

test.each([
  ['123456', { digits: '123456' }],
  [' 123 456 ', { digits: '123456' }],
  [link, { link }],
  [`${link}\n`, { link }],
  ['12345', null],
  ['1234567', null],
  ['1'.repeat(43), null],
  ['12345a', null],
  [`${link}x`, null],
  [`${link.slice(0, 42)}!`, null],
  ['', null],
])('%j', (text, code) => {
  expect(parseCode(text)).toEqual(code);
});
