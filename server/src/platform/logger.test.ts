import { expect, it } from 'vitest';
import { readable } from './logger.ts';

const line = (fields: object): string =>
  JSON.stringify({ level: 30, time: Date.parse('2026-03-02T09:15:30'), pid: 7, hostname: 'host', ...fields });

it.each([
  [{ msg: 'Botscope is at http://localhost:8080' }, '09:15:30 Botscope is at http://localhost:8080\n'],
  [{ msg: 'job done', job: 'trim', counts: { deleted: 2 } }, '09:15:30 job done (job: trim, counts: {"deleted":2})\n'],
  [
    { level: 50, msg: 'failed', err: { message: 'away', stack: 'Error: away\n    at x' } },
    '09:15:30 ERROR failed\nError: away\n    at x\n',
  ],
])('a user reads %j as a sentence', (fields, text) => {
  expect(readable(line(fields))).toBe(text);
});
