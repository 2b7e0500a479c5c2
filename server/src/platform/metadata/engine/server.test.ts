import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startTestPostgres } from '../test-postgres.ts';
import { openServer } from './server.ts';

it('a connection that is cut while a transaction has it fails the transaction, and not the process', async () => {
  const postgres = await startTestPostgres();
  const databaseUrl = await postgres.createDatabase();
  const engine = await openServer({ databaseUrl, logger: pino({ level: 'silent' }) });
  const control = new pg.Client({ connectionString: databaseUrl });
  await control.connect();
  try {
    const cut = engine.transaction(async (run) => {
      const [row] = await run('SELECT pg_backend_pid() AS pid');
      await control.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      // Between two statements nobody waits for an answer that could fail.
      await expect
        .poll(async () => (await control.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [row?.pid])).rows)
        .toEqual([]);
      await run('SELECT 1');
    });
    await expect(cut).rejects.toThrow();
    expect(await engine.run('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await control.end();
    await engine.close();
    await postgres.stop();
  }
});
