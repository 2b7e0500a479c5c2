import { api, integrationEndpoints as calls, type Delivery, type Integration } from '@botscope/contract';
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { address, expectError, findDialog, type Site, startSite } from '../../../app/site.fixture.ts';
import { buildAccount, buildBot } from '../../../platform/session/session.fixture.ts';

const bot = buildBot();
const path = '/integrations/00112233aabbccdd';
const integration: Integration = {
  ...{ integration_key: '00112233aabbccdd', bot_key: bot.key, provider: 'webhook', name: 'Server', status: 'on' },
  problem: null,
  settings: { url: 'https://example.com/hook', batch: 1 },
  secrets: { secret: 'a1b2' },
  selection: { types: ['user.started'], targets: [], names: [], rules: '', min_amount: 0, provider_names: {} },
  privacy: { user_ids: 'hashed', names: true, texts: false },
  created_at: '2026-01-02T00:00:00.000Z',
  figures: { matched: 10, waiting: 2, delivered: 5, failed: 2, unknown: 1 },
  ...{ delivered_today: 3, last_delivered_at: null, lag_seconds: 7, backfill: null },
};
const delivery: Delivery = {
  ...{ delivery_id: '7', type: 'user.started', user_id: 7001, at: '2026-01-02T00:00:00.000Z', state: 'unknown' },
  ...{ attempts: 1, due_at: null, settled_at: '2026-01-02T00:00:05.000Z', code: 'interrupted', detail: '', events: 1 },
};

function startPage(part: Partial<Integration> = {}, permissions = bot.permissions): Site {
  const own = { ...bot, permissions, role: permissions === bot.permissions ? bot.role : null };
  const site = startSite({ user: buildAccount(), bots: { [own.key]: own } });
  const shown = { ...integration, ...part };
  site.answer(calls.listIntegrations, () => [shown]);
  site.answer(calls.getIntegration, () => shown);
  site.answer(calls.listDeliveries, () => ({ items: [delivery], more: false }));
  site.answer(calls.getDelivery, () => ({ delivery, request: null, attempts: [] }));
  for (const call of [api.listSegments, api.listTargets, api.listCustomFields, api.listCampaigns] as const)
    site.answer(call, () => []);
  return site;
}

test('without the permission to change, everything is read and nothing can be pressed', async () => {
  const site = startPage({}, ['integrations.view']);
  await site.open(path);
  expect(await screen.findByText('Every event that matched is in exactly one of the other states.')).toBeDefined();
  for (const name of ['Pause', 'Actions for Server']) expect(screen.queryByRole('button', { name })).toBeNull();
  await site.open(`${path}?tab=deliveries`);
  await screen.findByRole('table', { name: 'Deliveries' });
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
  await site.open(`${path}?tab=settings`);
  await screen.findByText('https://example.com/hook');
  await screen.findByText('…a1b2');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('what waited is sent or skipped when the integration is resumed', async () => {
  const site = startPage({
    status: 'stopped',
    problem: { code: 'gone', detail: '410', since: integration.created_at },
  });
  const requests: unknown[] = [];
  site.answer(calls.setIntegrationStatus, ({ body }) => {
    requests.push(body);
    return integration;
  });
  await site.open(path);
  await screen.findByText('The receiver says that it is gone (410).');
  await site.press('Resume');
  const dialog = await findDialog();
  dialog.getByText('2 events are waiting');
  await site.user.click(dialog.getByRole('radio', { name: /Skip it/ }));
  await site.user.click(dialog.getByRole('button', { name: 'Resume' }));
  await expect.poll(() => requests).toEqual([{ status: 'on', waiting: 'skip' }]);
});

test('an event without an answer is sent again only after a question', async () => {
  const site = startPage();
  let retried = 0;
  site.answer(calls.retryDeliveries, ({ body }) => {
    retried += 'delivery_ids' in body ? body.delivery_ids.length : 0;
    return { count: 1 };
  });
  await site.open(`${path}?tab=deliveries`);
  await site.user.click(
    within(await screen.findByRole('table', { name: 'Deliveries' })).getByRole('button', {
      name: 'User started the bot',
    }),
  );
  await expect.poll(address).toContain('delivery=7');
  const dialog = await findDialog();
  await site.user.click(await dialog.findByRole('button', { name: 'Send again' }));
  await dialog.findByText(/it will count them twice/);
  expect(retried).toBe(0);
  await site.user.click(dialog.getByRole('button', { name: 'Send anyway' }));
  await expect.poll(() => retried).toBe(1);
});

test('settings keep the stored secret, and ask for it when the address changes', async () => {
  const site = startPage();
  const drafts: unknown[] = [];
  site.answer(calls.updateIntegration, ({ body }) => {
    drafts.push(body);
    return { ...integration, name: body.name };
  });
  await site.open(`${path}?tab=settings`);
  const secret = await screen.findByLabelText('Signing secret');
  expect(secret).toHaveProperty('placeholder', '…a1b2');
  await site.fill('Name', 'Renamed');
  await site.press('Save');
  await expect.poll(() => drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({ name: 'Renamed', secrets: {}, settings: integration.settings });
  await site.fill('Address', 'https://other.example/hook');
  await screen.findByText(/enter the secrets again/);
  await site.press('Save');
  await expectError(screen.getByLabelText('Signing secret'), /Required/);
  expect(drafts).toHaveLength(1);
});

test('a rotation signs with both secrets, and ends with one', async () => {
  const site = startPage();
  const secrets: (string | undefined)[] = [];
  site.answer(calls.updateIntegration, ({ body }) => {
    secrets.push(body.secrets.secret);
    return integration;
  });
  const old = `whsec_${'A'.repeat(43)}=`;
  await site.open(`${path}?dialog=secret`);
  let dialog = await findDialog();
  const shown = dialog.getByRole('status', { name: 'New secret, shown only now' }).textContent;
  await site.user.type(dialog.getByLabelText('Current secret'), 'wrong');
  await site.user.click(dialog.getByRole('button', { name: 'Add the new secret' }));
  await dialog.findByText(/A secret starts with whsec_/);
  await site.fill('Current secret', old);
  await site.user.click(dialog.getByRole('button', { name: 'Add the new secret' }));
  await expect.poll(() => secrets).toEqual([`${shown} ${old}`]);
  await site.open(`${path}?dialog=secret`);
  dialog = await findDialog();
  await site.user.click(dialog.getByRole('radio', { name: /End the rotation/ }));
  await site.fill('New secret', shown ?? '');
  await site.user.click(dialog.getByRole('button', { name: 'End the rotation' }));
  await expect.poll(() => secrets.at(-1)).toBe(shown);
});
