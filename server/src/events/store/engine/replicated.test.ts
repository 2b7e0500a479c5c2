import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetRollup } from '../../rollups/write/roll-up.ts';
import { insertRows } from '../insert-rows.ts';
import { migrationsTable, readMigrations } from '../migrate.ts';
import { reparseLaunches } from '../reparse-launches.ts';
import { ensureServerId, serverIdTable } from '../servers/server-id.ts';
import { openThrowawayStore, type ThrowawayStore } from '../test-stores.ts';
import { rebuildUsers } from '../users.ts';
import type { ServerEngine } from './engine.ts';
import { renderSchema } from './replicated.ts';
import { openServerEngine } from './server.ts';

/*
 * No replicas are run here. The schema for them is parsed by the engine, and what is sent to them is compared; what
 * replicas do with it is not tested (docs/operations.md).
 */

let engine: ThrowawayStore;
beforeAll(async () => {
  engine = await openThrowawayStore();
});
afterAll(() => engine.close());

const formatSql = async (sql: string): Promise<string> => {
  const [row] = await engine.query<{ parsed: string }>({
    sql: 'SELECT formatQuerySingleLine({sql:String}) AS parsed',
    params: { sql },
  });
  return (row?.parsed ?? '').replace('`Null`', 'Null');
};
/** Statements as migrations after the first one have them. */
const laterStatements = [
  'ALTER TABLE events ADD COLUMN IF NOT EXISTS later UInt8 DEFAULT 0 AFTER kind',
  'ALTER TABLE users MODIFY SETTING old_parts_lifetime = 60',
  'INSERT INTO chat_states (bot, user_id, last) SELECT bot, user_id, 4 FROM events',
];
const statements = [
  migrationsTable,
  serverIdTable,
  ...readMigrations().flatMap((migration) => migration.statements),
  ...laterStatements,
];
// Rows that a migration inserts go to one replica, which gives them to the others.
const isInsert = (statement: string) => statement.startsWith('INSERT INTO ');
const schema = statements.filter((statement) => !isInsert(statement));
const parseTableName = (statement: string) => /^(?:CREATE .*?EXISTS|ALTER TABLE) (\w+)/.exec(statement)?.[1] ?? '';

describe('the schema', () => {
  it('is filled by statements that know nothing of replicas', () => {
    for (const statement of statements.filter(isInsert)) expect(renderSchema(statement, 'main')).toBe(statement);
  });

  it.each(schema.map((statement) => [parseTableName(statement), statement]))('%s', async (name, statement) => {
    expect(renderSchema(statement, undefined)).toBe(statement);
    const replicated = await formatSql(renderSchema(statement, 'main'));
    const [statementHead = ''] =
      /^(CREATE (TABLE|MATERIALIZED VIEW) IF NOT EXISTS|ALTER TABLE) /.exec(replicated) ?? [];
    expect(statementHead).not.toBe('');
    expect(replicated.startsWith(`${statementHead}${name} ON CLUSTER main `)).toBe(true);
    expect(replicated.match(/ENGINE = \w+/g) ?? []).toEqual(
      // Views and what stores nothing are on each replica by themselves.
      (statement.match(/ENGINE = \w+/g) ?? []).map((match) => match.replace(/= (?=\w*MergeTree)/, '= Replicated')),
    );
    // Only the engine and the cluster differ.
    const plainSql = replicated.replace(' ON CLUSTER main', '').replace('= Replicated', '= ');
    expect(plainSql).toBe(await formatSql(statement));
  });
});

describe('statements', () => {
  let server: Server;
  let sentStatements: { sql: string; settings: Record<string, string> }[] = [];
  const engines = new Map<string, ServerEngine>();
  const watched = [
    'insert_deduplicate',
    'insert_deduplication_token',
    'deduplicate_blocks_in_dependent_materialized_views',
    'insert_quorum',
    'insert_quorum_parallel',
    'select_sequential_consistency',
  ];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      await request.resume().toArray();
      const settings = Object.fromEntries([...searchParams].filter(([name]) => watched.includes(name)));
      sentStatements.push({ sql: searchParams.get('query') ?? '', settings });
      response.end('');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/botscope`;
    engines.set('plain', openServerEngine(url));
    engines.set('replicated', openServerEngine(url, { cluster: 'main' }));
  });
  afterAll(async () => {
    for (const one of engines.values()) await one.close();
    server.close();
  });

  const read = { select_sequential_consistency: '1' };
  const quorum = { ...read, insert_quorum: 'auto', insert_quorum_parallel: '0' };
  const rewrite = { ...quorum, insert_deduplicate: '0' };
  const load = (token: string) => ({
    ...quorum,
    insert_deduplicate: '1',
    insert_deduplication_token: token,
    deduplicate_blocks_in_dependent_materialized_views: '1',
  });
  const body = Buffer.from('1\n');
  const token = '4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865';

  it('use settings that the engine knows', async () => {
    const names = await engine.query<{ name: string }>({
      sql: 'SELECT name FROM system.settings WHERE name IN {watched:Array(String)}',
      params: { watched },
    });
    expect(names.map(({ name }) => name).sort()).toEqual(watched.toSorted());
  });

  type Case = [string, (on: ServerEngine) => Promise<unknown>, Record<string, string>[]];
  it.each<Case>([
    ['a question', (serverEngine) => serverEngine.query({ sql: 'SELECT 1' }), [read]],
    ['rows of the spool', (serverEngine) => insertRows(serverEngine, body), [load(token)]],
    ['the same rows again', (serverEngine) => insertRows(serverEngine, body), [load(token)]],
    [
      'other rows',
      (serverEngine) => insertRows(serverEngine, Buffer.from('2\n')),
      [load(expect.not.stringMatching(token) as never)],
    ],
    // A question for the state; with no answer nothing is recorded.
    ['the state of a roll-up', (serverEngine) => resetRollup(serverEngine, 'b'), [read]],
    [
      'users that are built again',
      (serverEngine) => rebuildUsers(serverEngine, 'b'),
      Array.from({ length: 5 }, () => rewrite),
    ],
    [
      'launches that are parsed again',
      (serverEngine) => reparseLaunches(serverEngine, 'b', () => ({ params: {}, source: '' })),
      [rewrite, read, read, rewrite, rewrite],
    ],
    ['the ID of a server', ensureServerId, [read, rewrite, rewrite]],
    ['rows of a bot that is moved', (serverEngine) => serverEngine.stream({ sql: 'SELECT 1' }), [read]],
  ])('%s', async (_name, run, settings) => {
    for (const [kind, serverEngine] of engines) {
      sentStatements = [];
      await run(serverEngine);
      expect(sentStatements.map((one) => one.settings)).toEqual(settings.map((one) => (kind === 'plain' ? {} : one)));
    }
  });
});
