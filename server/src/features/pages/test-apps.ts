import { randomBytes } from 'node:crypto';
import type { MiniApp, WireHit } from '@botscope/contract';
import { createSigner, openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import { startTestServer, type TestServer, type TestVisitor } from '../../roles/test-server.ts';
import { dataOf } from '../connections/test-world.ts';

/** Stands in for Telegram. */
const signer = createSigner();
/** Token of the first bot. */
export const token = `123456789:${'A'.repeat(35)}`;
export const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** The product with an owner, a bot whose token is kept, and one of which only the ID is known. */
export interface HitWorld {
  server: TestServer;
  owner: TestVisitor;
  accountKey: string;
  /** Keys of the two bots. */
  withToken: string;
  withoutToken: string;
  addApp(bot: string, more?: { origins?: string[] }): Promise<MiniApp>;
  /** Posts a body as the script does. */
  send(body: unknown, headers?: Record<string, string>): Promise<HitReply>;
  /** Rows of an app, by time. */
  rows(app: MiniApp): Promise<HitRow[]>;
}

export interface HitReply {
  status: number;
  dropped: string | null;
  headers: Headers;
  text: string;
}

export interface HitRow {
  user_id: number;
  name: string;
  is_start: boolean;
  source: string;
  hit: Record<string, unknown>;
}

/** The product with an owner who is signed in, and the columns of a bot whose token is kept. */
export async function startOwner(environment: Record<string, string> = {}) {
  const server = await startTestServer({
    ROLES: 'ingest,api',
    INIT_DATA_TEST_KEY: signer.publicKey,
    ...environment,
  });
  const { accounts, bots } = server.services;
  const credentials = { email: 'owner@example.com', password: 'correct horse battery' };
  const { key: accountKey } = await accounts.createAccount(credentials);
  const owner = server.visitor();
  await owner.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
  const sealed = { token_sealed: bots.seal(token), token_hash: bots.hashToken(token), telegram_id: 123_456_789 };
  return { server, owner, accountKey, sealed };
}

export async function startHitWorld(environment: Record<string, string> = {}): Promise<HitWorld> {
  const { server, owner, accountKey, sealed } = await startOwner(environment);
  const { bots, store } = server.services;
  const { bot: shopBot } = await bots.add(accountKey, 'shop_bot', sealed);
  const { bot: manual } = await bots.add(accountKey, 'manual_bot', { telegram_id: 987_654_321 });
  let apps = 0;
  return {
    ...{ server, owner, accountKey, withToken: shopBot.key, withoutToken: manual.key },
    async addApp(bot, { origins = [] } = {}) {
      apps += 1;
      return dataOf<MiniApp>(await owner.post(`/api/bots/${bot}/mini-apps`, { system_name: `app${apps}`, origins }));
    },
    async send(body, headers = {}) {
      const answer = await fetch(`${server.url}/hit`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const dropReason = answer.headers.get('x-botscope-dropped');
      return { status: answer.status, dropped: dropReason, headers: answer.headers, text: await answer.text() };
    },
    async rows({ bot_key: bot, app_id: app }) {
      await store.flush();
      const hitRows = await store.query<Omit<HitRow, 'hit'> & { payload: string }>({
        sql: `SELECT user_id, name, is_start, source, payload FROM events FINAL
          WHERE bot = {bot:String} AND kind = 'hit' AND app_id = {app:UInt32} ORDER BY time, name`,
        params: { bot, app },
      });
      return hitRows.map(({ payload, ...row }) => ({
        ...row,
        hit: (JSON.parse(payload) as { hit: HitRow['hit'] }).hit,
      }));
    },
  };
}

/** The page of one opening of an app: what its script sends. */
export function openPage(app: Pick<MiniApp, 'key'>, initData = '') {
  const page = { k: app.key, v: 1, l: hex(16), p: 'android', w: '8.0' };
  return {
    launchName: page.l,
    /** A request with events; `i` only where it is said. */
    body(events: readonly Partial<WireHit>[], fields: object = {}) {
      const sentAt = Date.now();
      return {
        ...page,
        sent: sentAt,
        ...fields,
        e: events.map((event) => ({ id: hex(8), n: 'app_launch', t: sentAt, ...event })),
      };
    },
    withInitData: { i: initData },
  };
}

/** initData of an opening by a user of the bot whose token is kept, or of another. */
export const buildInitData = (
  id: number,
  fields: Record<string, string> = {},
  botToken = token,
  openedAt = Date.now(),
): string =>
  signInitData(openedBy({ id, first_name: `User ${id}`, language_code: 'en' }, openedAt, fields), {
    token: botToken,
    signer,
  });
