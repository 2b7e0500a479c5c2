import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertSessions, PooledConnections } from '@botscope/server/platform/metadata/engine/session-check.ts';
import { startTestPostgres, type TestPostgres } from '@botscope/server/platform/metadata/test-postgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installDebian } from '../lib/system.mjs';

/** Debian's account without rights: PgBouncer refuses to run as root. */
const nobody = 65_534;

let postgres: TestPostgres;
let home: string;
let databaseUrl: string;
const poolers: ChildProcess[] = [];

beforeAll(async () => {
  if (!(await installDebian(['pgbouncer'])))
    throw new Error('PgBouncer cannot be installed: Debian and root are needed');
  postgres = await startTestPostgres();
  databaseUrl = await postgres.createDatabase();
  home = mkdtempSync(join(tmpdir(), 'botscope-pgbouncer-'));
  chmodSync(home, 0o755);
  chownSync(home, nobody, nobody);
});
afterAll(async () => {
  for (const pooler of poolers) pooler.kill('SIGKILL');
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Starts PgBouncer on a socket of its own; the URL leads through it to the same database. */
async function startPooler(mode: 'session' | 'transaction' | 'statement', poolSize: number): Promise<string> {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const port = 6_500 + poolers.length;
  const settings = [
    '[databases]',
    `* = host=${url.searchParams.get('host')} user=postgres`,
    '[pgbouncer]',
    `unix_socket_dir = ${home}`,
    `listen_port = ${port}`,
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    'ignore_startup_parameters = extra_float_digits',
  ];
  const file = join(home, `${port}.ini`);
  writeFileSync(file, settings.join('\n'));
  const pooler = spawn('/usr/sbin/pgbouncer', [file], {
    uid: nobody,
    gid: nobody,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  poolers.push(pooler);
  await new Promise<void>((resolve, reject) => {
    let stderrText = '';
    pooler.stderr?.on('data', (chunk: Buffer) => {
      stderrText += chunk.toString();
      if (stderrText.includes('process up')) resolve();
    });
    pooler.once('exit', () => reject(new Error(stderrText)));
  });
  return `postgresql://postgres@localhost:${port}${url.pathname}?host=${encodeURIComponent(home)}`;
}

it.each([
  ['transaction', 1],
  ['transaction', 10],
  ['statement', 10],
] as const)('is refused in %s mode with a pool of %i', async (mode, poolSize) => {
  await expect(assertSessions({ connectionString: await startPooler(mode, poolSize) })).rejects.toThrow(
    PooledConnections,
  );
});

it('is accepted in session mode', async () => {
  await assertSessions({ connectionString: await startPooler('session', 10) });
});
