import { expect, test } from 'vitest';
import type { Role } from '../config.ts';
import { readiness } from './readiness.ts';

const details = { engine: 'server' as const, spooledRows: 0, spooledBytes: 0, lastError: null };

test.each<[roles: Role[], metadata: boolean, engine: boolean, takesRows: boolean, ready: boolean]>([
  [['ingest', 'api', 'worker'], true, true, true, true],
  [['ingest', 'api', 'worker'], true, false, true, true],
  [['ingest'], true, false, true, true],
  [['ingest'], true, false, false, false],
  [['ingest'], false, true, true, false],
  [['api'], true, true, true, true],
  [['api'], true, false, true, false],
  [['api', 'worker'], true, false, true, false],
  [['worker'], false, true, true, false],
])('%j with metadata %s, event engine %s, rows taken %s: ready %s', (roles, metadata, engine, takesRows, isReady) => {
  const health = readiness(roles, metadata, { ...details, ready: engine, takesRows });
  expect(health).toMatchObject({ ready: isReady, metadata, events: engine });
});
