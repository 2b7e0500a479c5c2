import { randomBytes } from 'node:crypto';
import type { Website, WebsiteOptions, WireSiteHits } from '@botscope/contract';
import type { TestServer, TestVisitor } from '../../roles/test-server.ts';
import { dataOf } from '../connections/test-world.ts';
import { hex, startOwner } from './test-apps.ts';

export const newTicket = (): string => randomBytes(8).toString('base64url');
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const address = '198.51.100.23';

/** The product with an owner and two bots, and the pages of websites. */
export interface SiteWorld {
  server: TestServer;
  owner: TestVisitor;
  /** Keys of the two bots. */
  bot: string;
  otherBot: string;
  /** The first bot's key of the public API. */
  apiKey: string;
  addSite(more?: { domains?: string[]; options?: Partial<WebsiteOptions>; bot?: string }): Promise<Website>;
  /** Posts a body as the script does; from a browser of its own unless headers say which. */
  send(body: object, headers?: Record<string, string>): Promise<{ status: number; dropped: string | null }>;
  /** A user sends `/start` to a bot. */
  starts(userId: number, payload: string, more?: { bot?: string; at?: number }): Promise<void>;
  /** Hits of a website as they are stored, by time. */
  hits(site: Website): Promise<Record<string, unknown>[]>;
  /** The launches of a user. */
  launches(userId: number, bot?: string): Promise<{ source: string; params: object; start_payload: string }[]>;
}

export const defaults: WebsiteOptions = {
  link_mode: 'ticket',
  decorate_links: { payload: false },
  consent: 'auto',
  gpc: 'tickets',
  know_users: false,
};

export async function startSiteWorld(): Promise<SiteWorld> {
  const { server, owner, accountKey, sealed } = await startOwner({ TRUST_PROXY: '1' });
  const { bots, store } = server.services;
  const first = await bots.add(accountKey, 'shop_bot', sealed);
  const second = await bots.add(accountKey, 'other_bot');
  const keys = new Map([first, second].map(({ bot, apiKey }) => [bot.key, apiKey]));
  await bots.change(first.bot.key, { start_rules: JSON.stringify({ type: 'all' }) });
  await bots.change(second.bot.key, { start_rules: JSON.stringify({ type: 'all' }) });
  const bot = first.bot.key;
  let sites = 0;
  let updates = 0;
  return {
    ...{ server, owner, bot, otherBot: second.bot.key, apiKey: first.apiKey },
    async addSite({ domains = ['example.com'], options = {}, bot: botKey = bot } = {}) {
      sites += 1;
      const draft = { name: `Site ${sites}`, domains, options: { ...defaults, ...options } };
      return dataOf<Website>(await owner.post(`/api/bots/${botKey}/websites`, draft));
    },
    async send(body, headers = {}) {
      const answer = await fetch(`${server.url}/hit`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'text/plain', origin: 'https://example.com', 'user-agent': chrome },
          ...{ 'x-forwarded-for': address },
          ...headers,
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, dropped: answer.headers.get('x-botscope-dropped') };
    },
    async starts(userId, payload, { bot: botKey = bot, at = Date.now() } = {}) {
      updates += 1;
      const from = { id: userId, is_bot: false, first_name: `User ${userId}` };
      const message = {
        ...{ message_id: updates, date: Math.floor(at / 1000), from, text: `/start ${payload}`.trim() },
        chat: { id: userId, type: 'private', first_name: from.first_name },
        entities: [{ type: 'bot_command', offset: 0, length: 6 }],
      };
      const item = { date: new Date(at).toISOString(), update: { update_id: updates, message } };
      const answer = await server
        .visitor()
        .post('/v1/send-batch-update', [item], { 'api-key': keys.get(botKey) ?? '' });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    async hits({ bot_key, site_id }) {
      await store.flush();
      const rows = await store.query<{ payload: string }>({
        sql: `SELECT payload FROM events FINAL
          WHERE bot = {bot:String} AND kind = 'site_hit' AND site_id = {site:UInt32} ORDER BY time, name`,
        params: { bot: bot_key, site: site_id },
      });
      return rows.map(({ payload }) => (JSON.parse(payload) as { site_hit: Record<string, unknown> }).site_hit);
    },
    async launches(userId, botKey = bot) {
      await store.flush();
      return store.query({
        sql: `SELECT source, params, start_payload FROM events FINAL
          WHERE bot = {bot:String} AND user_id = {user:Int64} AND is_start ORDER BY time`,
        params: { bot: botKey, user: userId },
      });
    },
  };
}

/** A page that a visitor has loaded: what its script sends. */
export function openSite({ key }: Pick<Website, 'key'>, fields: Partial<WireSiteHits> = {}) {
  const page = { k: key, v: 1, l: hex(16), h: 'example.com', ...fields };
  return {
    /** A request with events; page views of `/` unless they say otherwise. */
    body(events: readonly object[], changes: object = {}) {
      const sentAt = Date.now();
      const e = events.map((event) => ({ id: hex(8), n: 'page', u: '/', t: sentAt, ...event }));
      return { ...page, sent: sentAt, ...changes, e };
    },
  };
}

/** A click on a link to the bot, with a ticket. */
export const botLink = (ticket: string, fields: object = {}) => ({
  ...{ n: 'bot_link', d: { bot: 'shop_bot', ticket } },
  ...fields,
});
