import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openKnownTokens } from './known-tokens.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botscope-known-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const [first, second, third] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const warnings: unknown[] = [];
const open = (path = join(folder, 'proxy', 'known-tokens')) =>
  openKnownTokens({ path, logger: { warn: (entry: unknown) => void warnings.push(entry) } });

it('survives a restart, a torn last line included', () => {
  const tokens = open();
  tokens.note(first, 'bot1');
  tokens.note(second, 'bot2');
  tokens.close();
  const path = join(folder, 'proxy', 'known-tokens');
  appendFileSync(path, `bot3 ${third.slice(0, 20)}`);
  const reopenedTokens = open();
  expect([first, second, third].map(reopenedTokens.botOf)).toEqual(['bot1', 'bot2', undefined]);
  reopenedTokens.close();
});

it('forgets a removed bot and a replaced token, for good', () => {
  const tokens = open();
  tokens.note(first, 'bot1');
  tokens.note(second, 'bot2');
  tokens.note(third, 'bot1');
  tokens.forget('bot2');
  const findBots = () => [first, second, third].map(tokens.botOf);
  expect(findBots()).toEqual([undefined, undefined, 'bot1']);
  tokens.close();
  const reopenedTokens = open();
  expect([first, second, third].map(reopenedTokens.botOf)).toEqual([undefined, undefined, 'bot1']);
  reopenedTokens.close();
});

it('is readable by us alone, and written once a token', () => {
  const tokens = open();
  for (let call = 0; call < 100; call += 1) tokens.note(first, 'bot1');
  tokens.close();
  const path = join(folder, 'proxy', 'known-tokens');
  expect(readFileSync(path, 'utf8')).toBe(`bot1 ${first}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('goes on in memory where there is no disk', () => {
  const tokens = open('/dev/null/known-tokens');
  tokens.note(first, 'bot1');
  expect(tokens.botOf(first)).toBe('bot1');
  expect(warnings).toHaveLength(1);
  tokens.close();
});
