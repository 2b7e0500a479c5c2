import type { Account, PermissionKey, Role, Share } from '@botscope/contract';
import { startJourney } from '@botscope/testkit/journey.ts';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type NamedSegment, noSegments } from '../../analytics/query/segments/segment-context.ts';
import { defaultStartRules, normalizeUpdate } from '../../events/normalize/normalize-update.ts';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import { createAttempts } from '../../platform/attempts.ts';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { loadGrants, permit } from '../access/access.ts';
import { password } from '../accounts/password.ts';
import { type BotRow, type Bots, createBots } from '../bots/bots.ts';
import { registerSharePage } from './share-page-routes.ts';
import { registerShares } from './share-routes.ts';
import { createShares } from './shares.ts';

const logger = pino({ level: 'silent' });
const secret = 's'.repeat(32);
const startRules = { ...defaultStartRules, type: 'all' } as const;

/** No two bots of a store have one name. */
let botCount = 0;

export interface ShareWorld {
  clock: { now: number };
  /** Segments of the bots. */
  segments: Map<number, NamedSegment>;
  bots: Bots;
  /** Number of statements that the engine was asked to run. */
  queryCount: () => number;
  /** A bot of the account with two visitors on 1 March, one of them from `ads`. */
  addBot(owner: string): Promise<BotRow>;
  addAccount(key: string, timeZone?: string): Promise<void>;
  grant(bot: string, account: string, grant: { role?: Role; keys?: PermissionKey[] }): Promise<void>;
  /** `who` is the key of an account; null is a visitor without a session. */
  ask(who: string | null, method: 'GET' | 'POST' | 'DELETE', path: string, options?: AskOptions): Promise<ShareReply>;
  close(): Promise<void>;
}

interface AskOptions {
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  address?: string;
}

interface ShareReply {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  /** The data, or the errors. */
  data: never;
  body: string;
}

/** The calls of share links at the real edge, with the real rule of who may do what; only the clock is the test's. */
export async function shareWorld(metadata: Metadata, store: ThrowawayStore): Promise<ShareWorld> {
  const clock = { now: Date.parse('2026-03-02T12:00:00Z') };
  const now = () => clock.now;
  const { db } = metadata;
  const bots = createBots({ metadata, secret, logger });
  let queryCount = 0;
  const segments = new Map<number, NamedSegment>();

  const app = await createApp({ logger, https: false });
  const loadAccount = async (key: unknown): Promise<Account | null> => {
    if (typeof key !== 'string') return null;
    const row = await db.selectFrom('accounts').selectAll().where('id', '=', key).executeTakeFirst();
    return row === undefined ? null : ({ key: row.id, email: row.email, time_zone: row.time_zone } as Account);
  };
  const http = createHttp<BotRow>(app, {
    account: (request) => loadAccount(request.headers['x-test-account']),
    permit: async (account, key, permission) =>
      permit(account, await bots.byKey(key), permission, await loadGrants(db, account?.key ?? null)),
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  const shares = createShares({ metadata, secret, botOf: bots.byKey, password, now });
  registerShares(http, {
    shares,
    demoBotKey: null,
    store: {
      rollup: async () => undefined,
      completeUntil: async () => null,
      query: (statement) => {
        queryCount += 1;
        return store.query(statement) as never;
      },
    },
    hiddenCommandsOf: async () => [],
    targetsOf: async () => [],
    segmentsOf: async () => ({ ...noSegments, segments: new Map(segments) }),
    attempts: createAttempts(db, now),
    now,
    monotonic: now,
  });
  registerSharePage(app, {
    shares,
    readPage: async () => '<html><head></head></html>',
    allowInlineScripts: () => undefined,
  });

  return {
    clock,
    segments,
    bots,
    queryCount: () => queryCount,
    async addBot(owner) {
      botCount += 1;
      const { bot } = await bots.add(owner, `shared${botCount}_bot`);
      await db
        .updateTable('bots')
        .set({ start_rules: JSON.stringify(startRules) })
        .where('key', '=', bot.key)
        .execute();
      const journey = startJourney({ from: '2026-03-01T10:00:00Z' });
      journey.user('Ann', { id: 1 }).sends('/start source-ads');
      journey.user('Ben', { id: 2 }).sends('/start');
      await store.write(
        journey.updates.map(({ date, update }) => {
          const result = normalizeUpdate({ bot: bot.key, date, receivedAt: clock.now, update }, startRules);
          if ('rejected' in result) throw new Error(result.rejected);
          return result.event;
        }),
      );
      return bot;
    },
    async addAccount(key, timeZone = 'UTC') {
      await db
        .insertInto('accounts')
        .values({ id: key, email: `${key}@example.com`, time_zone: timeZone })
        .execute();
    },
    async grant(bot, account, { role, keys = [] }) {
      await db.deleteFrom('grants').where('bot_key', '=', bot).where('account_key', '=', account).execute();
      await db
        .insertInto('grants')
        .values({ bot_key: bot, account_key: account, role: role ?? null, keys: JSON.stringify(keys) })
        .execute();
    },
    async ask(accountKey, method, path, { body, headers = {}, address = '10.0.0.1' } = {}) {
      const answer = await app.inject({
        method,
        url: path,
        remoteAddress: address,
        headers: { ...headers, ...(accountKey === null ? {} : { 'x-test-account': accountKey }) },
        ...(body === undefined ? {} : { payload: body }),
      });
      const read = answer.body.startsWith('{') ? answer.json() : {};
      return {
        status: answer.statusCode,
        headers: answer.headers,
        data: (read.data ?? read.errors) as never,
        body: answer.body,
      };
    },
    async close() {
      await app.close();
      await bots.close();
    },
  };
}

/** The day on which the bots of these worlds have visitors. */
export const march = { period: '2026-03-01..2026-03-01', detail: 'day' };

export const shareDraft = (changes: Record<string, unknown> = {}) => ({
  type_report: 'visitors',
  query: march,
  ...changes,
});

/** An account in another time zone than the server's, and its bot. */
export async function addOwnedBot(world: ShareWorld, owner: string): Promise<BotRow> {
  await world.addAccount(owner, 'Asia/Kolkata');
  return world.addBot(owner);
}

export async function createShare(
  world: ShareWorld,
  bot: BotRow,
  maker: string,
  changes: Record<string, unknown>,
): Promise<Share & { token: string }> {
  const answer = await world.ask(maker, 'POST', `/api/bots/${bot.key}/shares`, { body: shareDraft(changes) });
  expect(answer.body).toMatch(/^{"status":"success"/);
  return answer.data;
}
