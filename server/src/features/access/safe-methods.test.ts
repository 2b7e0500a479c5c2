import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteEntry } from '../../platform/http/app.ts';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { ask, type Persona, sampleReport, startPersonas } from './test-matrix.ts';

/**
 * Other sites, mail scanners and browsers that read ahead send GET requests: these change nothing, for any caller.
 * Every persona calls each such route of the running server, with all that it might act upon waiting.
 */

/** Tables that change meanwhile: requests are counted, and every process reports its own state. */
const moving = ['attempts', 'instances'];
/** Downloads of files are logged, and so is reading what a user wrote. */
const logged = [
  '/api/user/profile/export',
  '/api/bots/:key/audit.csv',
  '/api/bots/:key/conversions.csv',
  '/api/reports/:key/:type_report/users.csv',
  '/api/bots/:key/users.csv',
  '/api/bots/:key/users.ndjson',
  '/api/bots/:key/users/:user_id/messages',
  '/api/bots/:key/users/:user_id/search',
  '/api/bots/:key/users/:user_id/log',
  '/api/bots/:key/users/:user_id/log/:event',
];
/** Columns that reading changes, by table. */
const columns: Record<string, string[]> = {
  // Number of times a link was read.
  shares: ['views'],
  // Time at which a session was last used.
  sessions: ['updated_at'],
};

let server: TestServer;
let botKey: string;
let personas: Persona[];
let inviteToken: string;
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api' });
  ({ botKey, personas } = await startPersonas(server));
  const owner = personas.find(({ name }) => name === 'owner')!;
  const post = async (path: string, payload: object, cookie = ''): Promise<{ data?: { link?: string } }> =>
    (await server.app.inject({ method: 'POST', url: `/api/${path}`, headers: { cookie }, payload })).json();
  const { data } = await post(`bots/${botKey}/permissions/invitations`, { role: 'viewer', max_uses: 50 }, owner.cookie);
  inviteToken = new URL(data!.link!).searchParams.get('invite_token')!;
  await post(`bots/${botKey}/permissions/grant`, { email: 'stranger@example.com', role: 'viewer' }, owner.cookie);
  await post('user/sign-in/signup', { email: 'new@example.com', password: 'correct horse' });
  await server.services.accounts.settled();
  const { db } = server.services.metadata;
  await db.updateTable('mailed_codes').set({ code_hash: 'x', link_hash: linkHash }).execute();
});
afterAll(() => server.close());

const link = 'l'.repeat(43);
const linkHash = createHash('sha256').update(link).digest('hex');

/** One line a table: what it holds, but for what reading moves. */
async function digests(): Promise<Record<string, string>> {
  const { db } = server.services.metadata;
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
  const digestByTable: Record<string, string> = {};
  for (const { name } of tables.rows.filter((table) => !moving.includes(table.name))) {
    const { rows } = await sql<{ digest: string }>`
      SELECT md5(coalesce(string_agg(line, E'\n' ORDER BY line), '')) AS digest
      FROM (SELECT (to_jsonb(t) - string_to_array(${(columns[name] ?? []).join()}, ','))::text AS line FROM ${sql.table(name)} t) lines`.execute(
      db,
    );
    digestByTable[name] = rows[0]!.digest;
  }
  return digestByTable;
}

const samples: Record<string, string> = { type_report: sampleReport, token: 'x'.repeat(32), file: 'nothing.svg' };
const buildAddress = ({ url }: RouteEntry): string => {
  const path = url.replaceAll(/:(\w+)|\*/g, (_, name = '') => (name === 'key' ? botKey : (samples[name] ?? '1')));
  const query = new URLSearchParams({ period: '7d', code: link, email: 'new@example.com', invite_token: inviteToken });
  return `${path}?${query}`;
};

it('no GET changes what is stored, for any persona', async () => {
  const routes = server.app.routeList.filter(({ method }) => method === 'GET');
  expect(routes.length).toBeGreaterThan(40);
  const askers = personas.filter(({ isSingle }) => !isSingle);
  const changes: string[] = [];
  let before = await digests();
  for (const route of routes) {
    for (const { cookie } of askers) {
      await ask(server, {
        method: 'GET',
        url: buildAddress(route),
        cookie,
        body: null,
        isStream: route.url.endsWith('/live'),
      });
    }
    await server.services.accounts.settled();
    const after = await digests();
    for (const [table, digest] of Object.entries(after)) {
      if (table === 'audit' && logged.includes(route.url)) continue;
      if (digest !== before[table]) changes.push(`GET ${route.url} changes ${table}`);
    }
    before = after;
  }
  expect(changes).toEqual([]);
  // Some 800 requests: 10 s, and much longer on a machine that others use too.
}, 240_000);

it('the links of mails lead to pages that ask by POST', async () => {
  const activation = await server.app.inject({
    url: `/api/user/sign-in/activation?code=${link}&email=new@example.com`,
  });
  expect(activation.statusCode).toBe(303);
  expect(activation.headers.location).toBe(`/activation?code=${link}&email=new@example.com`);
  const emptyActivation = await server.app.inject({ url: '/api/user/sign-in/activation' });
  expect(emptyActivation.headers.location).toBe('/activation');
  for (const site of ['cross-site', 'same-site']) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/user/sign-in/activation',
      headers: { 'sec-fetch-site': site },
      payload: { code: link },
    });
    expect(answer.statusCode).toBe(403);
    const acceptance = {
      method: 'POST',
      url: '/api/site/accept-invitation',
      payload: { invite_token: inviteToken },
    } as const;
    const { cookie } = personas.find(({ name }) => name === 'stranger')!;
    expect((await server.app.inject({ ...acceptance, headers: { cookie, 'sec-fetch-site': site } })).statusCode).toBe(
      403,
    );
  }
});
