import { sql } from 'kysely';
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
    await expect(cut).rejects.toMatchObject({ code: 'StoreUnavailable' });
    expect(await engine.run('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await control.end();
    await engine.close();
    await postgres.stop();
  }
});

it('a server that is away is an unavailable store in each way of asking it, and a mistake in a statement stays one', async () => {
  const postgres = await startTestPostgres();
  const databaseUrl = await postgres.createDatabase();
  const engine = await openServer({ databaseUrl, logger: pino({ level: 'silent' }) });
  const ways: Record<string, (statement: string) => Promise<unknown>> = {
    run: engine.run,
    'run with values': (statement) => engine.run(statement.replace('1', '$1::int'), [1]),
    transaction: (statement) => engine.transaction((run) => run(statement)),
    'statement of Kysely': (statement) => sql.raw(statement).execute(engine.db),
    'transaction of Kysely': (statement) => engine.db.transaction().execute((db) => sql.raw(statement).execute(db)),
    lock: (statement) => engine.withLock('name', () => engine.run(statement)),
  };
  const collectCodes = async (statement: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(ways).map(async ([way, ask]) => [way, await ask(statement).then(codeOf, codeOf)] as const),
      ),
    );
  const all = (code: string | undefined) => Object.fromEntries(Object.keys(ways).map((way) => [way, code]));
  try {
    expect(await collectCodes('SELECT 1')).toEqual(all(undefined));
    expect(await collectCodes('SELECT 1 / 0')).toEqual(all('22012'));
    await postgres.stop();
    expect(await collectCodes('SELECT 1')).toEqual(all('StoreUnavailable'));
  } finally {
    await engine.close();
  }
});

const codeOf = (result: unknown): string | undefined => (result as { code?: string }).code;
