import type { Integration, IntegrationDraft } from '@botscope/contract';
import { type Journey, startJourney } from '@botscope/testkit/journey.ts';
import { type PartnerServer, startPartner } from '@botscope/testkit/partners/partner-server.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { startTestServer, type TestServer, type TestVisitor } from '../../roles/test-server.ts';

/** The product with a bot, and a server of the owner that takes webhooks. */
export interface IntegrationWorld {
  server: TestServer;
  owner: TestVisitor;
  key: string;
  apiKey: string;
  receiver: PartnerServer;
  /** Users whose updates are pushed with `push`. */
  journey: Journey;
  push(): Promise<void>;
  draft(part?: Partial<IntegrationDraft>): IntegrationDraft;
  /** Users act after it. */
  create(part?: Partial<IntegrationDraft>): Promise<Integration>;
  read(integration: Integration): Promise<Integration>;
  path(integration: Pick<Integration, 'integration_key'>, rest?: string): string;
  /** The pause after failed requests is over. */
  passPause(): Promise<void>;
  /** Events that the receiver has, by type, in order of arrival. */
  received(): string[];
  close(): Promise<void>;
}

export const signingSecret = `whsec_${Buffer.alloc(32, 'signing').toString('base64')}`;

export async function startIntegrations(environment: Record<string, string> = {}): Promise<IntegrationWorld> {
  const server = await startTestServer({ ALLOW_PRIVATE_WEBHOOKS: '1', ...environment });
  const { accounts, bots } = server.services;
  await accounts.createAccount({ email: 'owner@example.com', password: 'correct horse battery' });
  const owner = server.visitor();
  const credentials = { identity: 'owner@example.com', password: 'correct horse battery' };
  await owner.post('/api/user/sign-in/login', credentials);
  const added = await owner.post('/api/bots', { bot_name: 'coffee_bot' });
  const { bot } = added.body.data as unknown as { bot: { key: string } };
  const apiKey = await bots.rotateApiKey(bot.key);
  const receiver = await startPartner(() => ({ status: 200 }));
  const journey = startJourney({ from: new Date().toISOString(), bot: 'coffee_bot' });
  let pushed = 0;

  const path = (integration: Pick<Integration, 'integration_key'>, rest = ''): string =>
    `/api/bots/${bot.key}/integrations/${integration.integration_key}${rest}`;
  const draft = (part: Partial<IntegrationDraft> = {}): IntegrationDraft => ({
    ...{ provider: 'webhook', name: 'Server' },
    settings: { url: `${receiver.url}/hook` },
    secrets: { secret: signingSecret },
    selection: {
      ...{ types: ['user.started'], targets: [], names: [], rules: '', min_amount: 0, provider_names: {} },
      ...part.selection,
    },
    privacy: { user_ids: 'plain', names: true, texts: true },
    ...Object.fromEntries(Object.entries(part).filter(([key]) => key !== 'selection')),
  });

  return {
    ...{ server, owner, key: bot.key, apiKey, receiver, journey, draft, path },
    async push() {
      const updates = journey.updates.slice(pushed);
      pushed = journey.updates.length;
      const response = await fetch(`${server.url}/v1/send-batch-update`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'api-key': apiKey },
        body: JSON.stringify(updates),
      });
      expect(response.status, await response.text()).toBe(200);
    },
    async create(part) {
      const { status, body } = await owner.post(`/api/bots/${bot.key}/integrations`, draft(part));
      expect(status, JSON.stringify(body)).toBe(200);
      journey.at(new Date(Date.now() + 1).toISOString());
      return body.data as unknown as Integration;
    },
    async passPause() {
      const { db } = server.services.metadata;
      await sql`UPDATE integrations SET resume_at = now() WHERE resume_at IS NOT NULL`.execute(db);
      await sql`UPDATE integration_deliveries SET due_at = now() WHERE state = 'waiting'`.execute(db);
    },
    read: async (integration) => (await owner.get(path(integration))).body.data as unknown as Integration,
    received: () =>
      receiver.requests.flatMap(({ body }) => {
        const sent = JSON.parse(body.toString()) as { type: string; data: { type: string }[] };
        return sent.type === 'batch' ? sent.data.map(({ type }) => type) : [sent.type];
      }),
    async close() {
      await server.close();
      await receiver.stop();
    },
  };
}

export const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 100 });
