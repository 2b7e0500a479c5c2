import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toOutboxPath } from './mail.ts';
import { trimOutbox } from './trim-outbox.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

test('the outbox keeps mails for 30 days', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-outbox-'));
  expect(await trimOutbox(dataDir, now)).toEqual({ deleted: 0 });

  mkdirSync(toOutboxPath(dataDir));
  for (const [name, time] of [
    ['old.txt', '2026-01-30T11:59:00Z'],
    ['recent.txt', '2026-01-30T12:01:00Z'],
  ] as const) {
    writeFileSync(join(toOutboxPath(dataDir), name), '');
    utimesSync(join(toOutboxPath(dataDir), name), new Date(time), new Date(time));
  }
  expect(await trimOutbox(dataDir, now)).toEqual({ deleted: 1 });
  expect(readdirSync(toOutboxPath(dataDir))).toEqual(['recent.txt']);
  rmSync(dataDir, { recursive: true });
});
