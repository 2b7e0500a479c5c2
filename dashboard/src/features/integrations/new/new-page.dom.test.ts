import {
  api,
  integrationEndpoints as calls,
  type Integration,
  type IntegrationDraft,
  languages,
  providerDescriptors,
  providerIds,
} from '@botscope/contract';
import { screen } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import { address, expectError, type Site, startSite } from '../../../app/site.fixture.ts';
import { refuse } from '../../../platform/api/fake-server.fixture.ts';
import { loadDictionary } from '../../../platform/i18n/dictionaries.ts';
import { buildAccount, buildBot } from '../../../platform/session/session.fixture.ts';
import type { ShownProvider } from '../shared/provider-texts.ts';

const bot = buildBot();
let drafts: IntegrationDraft[] = [];
beforeEach(() => {
  drafts = [];
});

function startWizard(part: Partial<typeof bot> = {}): Site {
  const own = { ...bot, ...part };
  const site = startSite({ user: buildAccount(), bots: { [own.key]: own } });
  site.answer(calls.listIntegrations, () => []);
  site.answer(api.listSegments, () => []);
  site.answer(api.listTargets, () => []);
  site.answer(api.listCustomFields, () => []);
  site.answer(api.listCampaigns, () => []);
  return site;
}

const created = ({ secrets: _, ...draft }: IntegrationDraft): Integration => ({
  ...draft,
  integration_key: '00112233aabbccdd',
  bot_key: bot.key,
  status: 'on',
  problem: null,
  secrets: {},
  created_at: '2026-01-02T00:00:00.000Z',
  figures: { matched: 0, waiting: 0, delivered: 0, failed: 0, unknown: 0 },
  ...{ delivered_today: 0, last_delivered_at: null, lag_seconds: 0, backfill: null },
});

test('every provider has texts for its fields, in both languages', async () => {
  for (const language of languages) {
    const texts = (await loadDictionary('Providers', language)) as { Providers: Record<string, ShownProvider> };
    for (const id of providerIds) {
      const shown = texts.Providers[id];
      expect(shown?.name, `${id} in ${language}`).toBeTruthy();
      const keys = providerDescriptors[id].fields.map(({ key }) => key).sort();
      expect(Object.keys(shown?.fields ?? {}).sort(), `fields of ${id} in ${language}`).toEqual(keys);
    }
  }
});

test('fields of a provider are those of its descriptor; wrong ones are marked', async () => {
  const site = startWizard();
  await site.open('/integrations/new/webhook');
  const url = await site.fill('Address', 'ftp://example.com');
  await site.fill('Events per request', '1000');
  await site.fill('Name', ' ');
  await site.press('Continue');
  await expectError(url, /This value is not allowed/);
  await expectError(await screen.findByLabelText('Name'), /Required/);
  await expectError(await screen.findByLabelText('Events per request'), /At most 500/);
  await site.fill('Address', '');
  await site.press('Continue');
  await expectError(await screen.findByLabelText('Address'), /Required/);
  expect(address()).not.toContain('step=');
});

test('a draft is tested, saved with the secret that was shown, and leads to its page', async () => {
  const site = startWizard();
  site.answer(calls.testIntegration, ({ body }) => {
    drafts.push(body.draft);
    return {
      ...({ ok: true, code: null, detail: '', proves: 'arrival', status: 200, answer: 'ok' } as const),
      request: { method: 'POST', url: 'https://example.com/hook', headers: {}, body: '{"type":"integration.test"}' },
    };
  });
  site.answer(calls.createIntegration, ({ body }) => {
    drafts.push(body);
    return created(body);
  });
  site.answer(calls.getIntegration, () => created(drafts[0] as IntegrationDraft));
  await site.open('/integrations/new/webhook');
  await site.fill('Address', 'https://example.com/hook');
  const secret = ((await screen.findByLabelText('Signing secret')) as HTMLInputElement).value;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await site.press('Continue');
  await site.user.click(await screen.findByRole('checkbox', { name: 'Message received' }));
  await site.user.click(await screen.findByRole('checkbox', { name: 'Send texts' }));
  await site.press('Continue');
  await site.press('Send a test event');
  await screen.findByText('The event arrived.');
  await site.press('Save and start');
  await expect.poll(address).toContain('/integrations/00112233aabbccdd');
  expect(drafts[0]).toEqual(drafts[1]);
  expect(drafts[1]).toMatchObject({
    settings: { url: 'https://example.com/hook', batch: 1 },
    secrets: { secret },
    selection: { types: [...providerDescriptors.webhook.usualTypes, 'message.received'] },
    privacy: { user_ids: 'plain', names: false, texts: true },
  });
  expect(sessionStorage.getItem('integration-draft')).toBeNull();
});

test('a reload keeps what was entered, but no secret; saving asks for it at its field', async () => {
  const site = startWizard();
  await site.open('/integrations/new/webhook');
  await site.fill('Address', 'https://example.com/hook');
  expect(sessionStorage.getItem('integration-draft')).not.toContain('whsec_');
  await site.open('/integrations/new/webhook?step=test');
  await site.press('Save and start');
  await expectError(await screen.findByLabelText('Signing secret'), /Required/);
  expect(await screen.findByLabelText('Address')).toHaveProperty('value', 'https://example.com/hook');
});

test('an error of the server is shown at its field, or above the button', async () => {
  const site = startWizard();
  site.answer(calls.createIntegration, () => refuse('InvalidField', 'settings.url'));
  await site.open('/integrations/new/webhook');
  await site.fill('Address', 'https://example.com/hook');
  await site.press('Continue');
  await site.press('Continue');
  await site.press('Save and start');
  await expectError(await screen.findByLabelText('Address'), /not allowed/);
  site.answer(calls.createIntegration, () => refuse('TooManyIntegrations'));
  await site.press('Continue');
  await site.press('Continue');
  await site.press('Save and start');
  expect((await screen.findByRole('alert')).textContent).toContain('50 integrations');
});

test('a provider that is not known leads to the list; without the permission there is no form', async () => {
  const site = startWizard({ permissions: ['integrations.view'], role: null });
  await site.open('/integrations/new/telex');
  await expect.poll(address).toMatch(/^\/integrations(\?|$)/);
  expect(screen.queryByRole('link', { name: /^Webhook/ })).toBeNull();
  await screen.findByText('Webhook');
  await site.open('/integrations/new/webhook');
  await screen.findByText('You cannot connect tools');
});
