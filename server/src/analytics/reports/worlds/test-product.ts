import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudienceCount, Bot, BotUser, Target, Website } from '@botscope/contract';
import type { Delivery } from '@botscope/testkit/oracle/deliveries.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import { buildAddress, type Draft } from '@botscope/testkit/worlds/questions.ts';
import { type Request, toDeliveries } from '@botscope/testkit/worlds/requests.ts';
import { networks, websites } from '@botscope/testkit/worlds/visits.ts';
import type { World } from '@botscope/testkit/worlds/world.ts';
import { vi } from 'vitest';
import { startTestPostgres } from '../../../platform/metadata/test-postgres.ts';
import { countryFile } from '../../../platform/test-country-file.ts';
import { startTestServer, type TestAnswer } from '../../../roles/test-server.ts';
import { createSender } from './test-sending.ts';

/** A world in the product: a bot of its own, and what the oracle is given. */
export interface LivingWorld {
  world: World;
  bot: string;
  targets: Question['targets'];
  /** Deliveries received so far. */
  deliveries: readonly Delivery[];
  /** Sends what is received before a moment (Unix ms) and was not sent yet. */
  sendUntil(moment: number): Promise<void>;
}

/** The running product, requested by HTTP alone; its clock is ours. */
export interface Product {
  /** Makes the bot and what its owner sets; nothing is sent yet. */
  bringUp(world: World): Promise<LivingWorld>;
  /** The answer's data; throws what is no success. `path`: below the report, such as `/users`. */
  ask(living: LivingWorld, draft: Draft, path?: string, more?: Record<string, string>): Promise<unknown>;
  /** Counts the users a campaign would reach, and returns each user's private chat by id, at a moment (Unix ms). */
  reach(living: LivingWorld, now: number): Promise<{ audience: AudienceCount; chats: [id: number, state: string][] }>;
  /** The file of the users behind a number, without its byte order mark. */
  download(living: LivingWorld, draft: Draft, cell: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

const countriesOfNetworks = Object.fromEntries(
  Object.entries(networks).flatMap(([prefix, country]) => (country === '' ? [] : [[`${prefix}::/32`, country]])),
);

/** After all that is requested: a sign-in of then never ends in between. */
const signIn = Date.parse('2031-01-01T00:00:00Z');

/**
 * Starts it. The clock has to be faked before, for the product holds on to `Date.now`; and PostgreSQL runs beside it, for
 * the embedded one would live by the same clock, and be woken by each of its jumps.
 */
export async function startProduct(): Promise<Product> {
  const postgres = await startTestPostgres();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(signIn);
  const directory = mkdtempSync(join(tmpdir(), 'botscope-worlds-'));
  const countries = join(directory, 'countries.mmdb');
  writeFileSync(countries, countryFile(countriesOfNetworks));
  const server = await startTestServer({
    GEO_DATABASE: countries,
    ROLES: 'ingest,api',
    TRUST_PROXY: '1',
    DATABASE_URL: await postgres.createDatabase(),
    APP_SECRET: 'a secret of nobody, for no longer than a test',
  });
  const credentials = { email: 'owner@example.com', password: 'correct horse battery' };
  await server.services.accounts.createAccount(credentials);
  const owner = server.visitor();
  await owner.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
  let zone = '';
  let bots = 0;

  const setZone = async (newZone: string): Promise<void> => {
    if (zone === newZone) return;
    succeeded(await owner.post(`/api/user/profile/set-time-zone?time_zone=${encodeURIComponent(newZone)}`));
    zone = newZone;
  };

  /** Returns the address of a question; zone and clock are then as it wants them. */
  const address = async ({ bot }: LivingWorld, draft: Draft, path: string, extraParams: Record<string, string>) => {
    vi.setSystemTime(signIn);
    await setZone(draft.zone);
    vi.setSystemTime(draft.now);
    const extra = new URLSearchParams(extraParams).toString();
    return `/api/reports/${bot}/${draft.type}${path}?${buildAddress(draft)}${extra === '' ? '' : `&${extra}`}`;
  };

  return {
    async bringUp(world) {
      vi.setSystemTime(signIn);
      bots += 1;
      const createdBot = succeeded<{ bot: Bot; api_key: string }>(
        await owner.post('/api/bots', { bot_name: `world${bots}_bot`, connection_type: 'api' }),
      );
      const bot = createdBot.bot.key;
      succeeded(
        await owner.post(`/api/bots/${bot}/settings`, {
          session_gap_minutes: world.sessionGapMinutes,
          callback_max_length: world.callbackMaxLength,
          start_rules: world.rules,
        }),
      );
      const targets: (Question['targets'][number] & { id: number })[] = [
        { id: 1, name: 'Sale', trigger: { kind: 'api' }, value: { kind: 'event' } },
        { id: 2, name: 'Telegram purchases', trigger: { kind: 'purchase' }, value: { kind: 'event' } },
      ];
      for (const draft of world.targets) {
        const { target_id: id } = succeeded<Target>(await owner.post(`/api/bots/${bot}/targets`, draft));
        targets.push({ ...draft, id });
      }
      const siteKeys: Record<string, string> = {};
      for (const [name, { domain, consent }] of Object.entries(websites)) {
        const options = {
          link_mode: 'ticket',
          decorate_links: { payload: false },
          consent,
          gpc: 'tickets',
          know_users: true,
        };
        const draft = { name, domains: [domain], options };
        siteKeys[name] = succeeded<Website>(await owner.post(`/api/bots/${bot}/websites`, draft)).key;
      }
      const ids = targets.map(({ id }) => id);
      const send = createSender(server, owner, { bot, apiKey: createdBot.api_key, targetIds: ids, siteKeys });
      const sentRequests: Request[] = [];
      const living: LivingWorld = {
        world,
        bot,
        targets,
        deliveries: [],
        async sendUntil(moment) {
          for (const request of world.requests.slice(sentRequests.length)) {
            if (request.at >= moment) break;
            vi.setSystemTime(request.at);
            await send(request);
            sentRequests.push(request);
          }
          await server.services.store.flush();
          living.deliveries = toDeliveries(sentRequests, ids);
        },
      };
      return living;
    },

    async ask(living, draft, path = '', extraParams = {}) {
      const requested = await address(living, draft, path, extraParams);
      // A machine that is busy with other things may need a second try.
      for (let tries = 1; tries < 8; tries += 1) {
        const answer = await owner.get(requested);
        if (answer.status !== 422 && answer.status !== 503) return succeeded(answer, requested);
      }
      return succeeded(await owner.get(requested), requested);
    },

    async reach({ bot }, now) {
      vi.setSystemTime(signIn);
      await setZone('UTC');
      vi.setSystemTime(now);
      const path = `/api/bots/${bot}/campaign-audiences/count`;
      const audience = succeeded<AudienceCount>(await owner.post(path, { kind: 'all' }), path);
      const { users } = succeeded<{ users: BotUser[] }>(
        await owner.get(`/api/bots/${bot}/users?columns=chat&sort=user_id&limit=200`),
      );
      return { audience, chats: users.map(({ user_id, chat = '' }) => [user_id, chat]) };
    },

    async download(living, draft, cell) {
      const path = await address(living, draft, '/users.csv', cell);
      const cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      return await (await fetch(`${server.url}${path}`, { headers: { cookie } })).text();
    },

    async close() {
      vi.useRealTimers();
      await server.close();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function succeeded<Data>(answer: TestAnswer, requested = ''): Data {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)} ${requested}`);
  return answer.body.data as unknown as Data;
}
