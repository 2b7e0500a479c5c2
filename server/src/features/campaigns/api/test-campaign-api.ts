import { expect } from 'vitest';
import { dataOf } from '../../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../../messages/test-writing.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: { ok: boolean; result?: never; code?: string; description?: string; error?: Record<string, string[]> };
}
export type Json = Record<string, unknown>;

/** The whole product with one user, and the public campaign API as a bot calls it. */
export interface CampaignApiWorld extends WritingWorld {
  /** Key of the next calls. */
  apiKey: string;
  ask(method: string, path: string, body?: unknown, headers?: Json): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, idempotencyKey?: string): Promise<Answer>;
  /** Creates a draft of one message to Anna, changed by `body`. */
  create(body?: Json): Promise<{ campaign_id: number; revision: number }>;
}

export async function startCampaignApi(): Promise<CampaignApiWorld> {
  const writing = await startWriting({ ROLES: 'ingest,api,worker' });
  const rotated = await writing.owner.post(`/api/bots/${writing.key}/rotate-api-key`);
  const world: CampaignApiWorld = {
    ...writing,
    apiKey: dataOf<{ api_key: string }>(rotated).api_key,
    async ask(method, path, body, headers = {}) {
      const answer = await fetch(`${writing.server.url}${path}`, {
        method,
        headers: { 'api-key': world.apiKey, ...headers } as Record<string, string>,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
    },
    get: (path) => world.ask('GET', path),
    post: (path, body = {}, idempotencyKey) =>
      world.ask('POST', path, body, idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    async create(body = {}) {
      const draft = {
        name: 'By API',
        audience: { kind: 'ids', user_ids: [writing.anna.user.id] },
        message: { text: 'Hello {first_name|friend}' },
      };
      return expectResult(await world.post('/v1/campaigns', { ...draft, ...body }));
    },
  };
  return world;
}

export function expectResult<T = Json>({ status, body }: Answer): T {
  expect([status, body]).toEqual([200, expect.objectContaining({ ok: true })]);
  return body.result as T;
}

export const errorOf = ({ status, body }: Answer) => ({
  status,
  code: body.code,
  fields: Object.keys(body.error ?? {}),
});
