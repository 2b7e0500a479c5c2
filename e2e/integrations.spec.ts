import { type Journey, startJourney } from '@botscope/testkit/journey.ts';
import { type PartnerServer, startPartner } from '@botscope/testkit/partners/partner-server.ts';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import { push } from './fixtures/push.ts';
import { shoot } from './fixtures/shots.ts';
import { test as base, expect } from './fixtures/test.ts';

/** Events settle for some seconds before they are sent, and the page asks for them every five. */
const arrives = { timeout: 45_000 };

const test = base.extend<{ receiver: PartnerServer; users: { act(...payloads: string[]): Promise<void> } }>({
  receiver: async ({ browserName: _ }, use) => {
    const receiver = await startPartner(() => ({ status: 200, body: 'ok' }));
    await use(receiver);
    await receiver.stop();
  },
  /** Users who start the bot, one for each payload. */
  users: async ({ server, bot }, use) => {
    let journey: Journey | null = null;
    let pushed = 0;
    await use({
      async act(...payloads) {
        journey ??= startJourney({ from: new Date().toISOString(), bot: bot.name, seed: bot.name });
        journey.at(new Date().toISOString());
        for (const payload of payloads) journey.user(payload).sends(`/start ${payload}`);
        const updates = journey.updates.slice(pushed);
        pushed = journey.updates.length;
        expect(await push(server, bot, updates)).toBe(200);
        await server.settled();
      },
    });
  },
});

// While the demo's history comes in, nothing else is sure to be written at once.
test.beforeEach(({ demoServer }) => demoServer.demoReady());

const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: name }) })
    .getByRole('definition');

async function openIntegration(page: Page, name: string, search = ''): Promise<void> {
  await page.goto(`/integrations`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  if (search !== '') await page.goto(`${page.url()}?${search}`);
}

test('integrations: connected, delivered, broken and mended, removed', async ({ own: page, users, receiver }) => {
  const violations: string[] = [];
  const next = () => page.getByRole('button', { name: 'Continue' }).click();

  await test.step('a request bin is connected from the catalogue', async () => {
    await page.goto('/integrations');
    await expect(page).toHaveTitle('Integrations · Botscope');
    await expect(page.getByRole('heading', { name: 'Nothing is connected yet' })).toBeVisible();
    violations.push(...(await judge(page, 'empty')));
    await shoot(page, 'integrations-empty', 'light');
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('zap');
    await expect(page.getByRole('region', { name: 'Connect a tool' }).getByRole('link')).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('');
    await page.getByRole('link', { name: /^Request bin/ }).click();
    await expect(page.getByText('Nothing leaves Botscope.')).toBeVisible();
    await next();
    await expect(page.getByRole('checkbox', { name: 'User started the bot' })).toBeChecked();
    await page.getByRole('button', { name: 'Show preview' }).click();
    await expect(page.getByText('"type": "user.started"')).toBeVisible();
    await next();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await expect(page.getByText('The event arrived.')).toBeVisible();
    await page.getByRole('button', { name: 'Save and start' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Request bin' })).toBeVisible();
    await expect(page).toHaveTitle('Integration · Botscope');
  });

  await test.step('a webhook: wrong fields say so, the draft survives a reload', async () => {
    await page.goto('/integrations/new/webhook');
    await page.getByLabel('Name', { exact: true }).fill('Own server');
    const address = page.getByLabel('Address');
    await address.fill('ftp://example.com');
    await next();
    await expect(address).toBeFocused();
    await expect(page.getByText('This value is not allowed')).toBeVisible();
    violations.push(...(await judge(page, 'connect, refused')));
    await address.fill(`${receiver.url}/hook`);
    await shoot(page, 'integrations-connect', 'light');
    await next();
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'User started the bot' })).toBeChecked();
    await page.getByRole('link', { name: '1. Connect' }).click();
    await expect(address).toHaveValue(`${receiver.url}/hook`);
    await expect(page.getByLabel('Signing secret', { exact: true })).toHaveValue('');
    await page.getByRole('button', { name: 'Generate a new one' }).click();
    await next();
    violations.push(...(await judge(page, 'choose')));
    await page.getByRole('button', { name: 'Show preview' }).click();
    await expect(page.getByText('There is no such event yet')).toBeVisible();
    await shoot(page, 'integrations-choose', 'light');
    await next();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await expect(page.getByText('A 2xx answer proves')).toBeVisible();
    expect(receiver.requests.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/);
    violations.push(...(await judge(page, 'test')));
    await shoot(page, 'integrations-test', 'light');
    await page.getByRole('button', { name: 'Save and start' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Own server' })).toBeVisible();
  });

  await test.step('events are delivered to both', async () => {
    await users.act('one', 'two');
    await expect(figure(page, 'Delivered').first()).toHaveText('2', arrives);
    await expect(figure(page, 'Matched')).toHaveText('2');
    violations.push(...(await judge(page, 'overview')));
    await shoot(page, 'integrations-overview', 'light');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await expect(page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered')).toHaveCount(2);
    violations.push(...(await judge(page, 'deliveries')));
    await openIntegration(page, 'Request bin');
    await page.getByRole('link', { name: 'See the requests' }).click();
    await expect(page.getByText('"source": "two"').or(page.getByText('"payload": ""')).first()).toBeVisible(arrives);
    violations.push(...(await judge(page, 'requests')));
    await shoot(page, 'integrations-requests', 'light');
  });

  await test.step('a receiver that is gone stops the integration; it resumes with what waited', async () => {
    receiver.faults.push({ kind: 'answer', answer: { status: 410, body: 'moved away' } });
    await users.act('three');
    await openIntegration(page, 'Own server');
    await expect(page.getByText('The receiver says that it is gone (410).')).toBeVisible(arrives);
    await expect(page.getByText('Enter its new address, or resume')).toBeVisible();
    violations.push(...(await judge(page, 'stopped')));
    await shoot(page, 'integrations-stopped', 'light');
    await shoot(page, 'integrations-stopped-dark', 'dark');
    await page.getByRole('button', { name: 'Resume' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Resume' });
    await expect(dialog.getByText('1 event is waiting')).toBeVisible();
    violations.push(...(await judge(page, 'resume')));
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await expect(figure(page, 'Delivered').first()).toHaveText('3', arrives);
  });

  await test.step('an event that was refused is read about and sent again', async () => {
    receiver.faults.push({ kind: 'answer', answer: { status: 400, body: '{"error":"no such user"}' } });
    await users.act('four');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    const table = page.getByRole('table', { name: 'Deliveries' });
    await expect(table.getByText('The event was refused')).toBeVisible(arrives);
    const row = table.locator('tbody tr').filter({ hasText: 'The event was refused' });
    await row.getByRole('button', { name: 'User started the bot' }).click();
    const dialog = page.getByRole('dialog', { name: 'User started the bot' });
    await expect(dialog.getByText('"error": "no such user"')).toBeVisible();
    violations.push(...(await judge(page, 'delivery')));
    await shoot(page, 'integrations-delivery', 'light');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog.getByText('Delivered').first()).toBeVisible(arrives);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/delivery=/);
  });

  await test.step('the list says how both do, on a phone in Russian as well', async () => {
    await page.goto('/integrations');
    const list = page.getByRole('table', { name: 'Integrations' });
    await expect(list.locator('tbody tr')).toHaveCount(2);
    violations.push(...(await judge(page, 'list')));
    await shoot(page, 'integrations-list', 'light');
    await shoot(page, 'integrations-list-dark', 'dark');
    await page.setViewportSize({ width: 390, height: 844 });
    const pages = ['/integrations', '/integrations/new/webhook', '/integrations/new/webhook?step=choose'];
    await openIntegration(page, 'Own server');
    const one = new URL(page.url()).pathname;
    for (const path of [...pages, one, `${one}?tab=deliveries`, `${one}?tab=settings`]) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=ru`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390);
      await shoot(page, `integrations-phone${path.replaceAll(/[^a-z]+/g, '-').replace(/-[a-f]+-$/, '')}`, 'light');
    }
    violations.push(...(await judge(page, 'phone')));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('it is removed by typing its name', async () => {
    await openIntegration(page, 'Own server', 'dialog=remove&lang=en');
    const dialog = page.getByRole('dialog', { name: 'Remove Own server' });
    await dialog.getByLabel('Type Own server to confirm').fill('server');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByText('This is not the name')).toBeVisible();
    await dialog.getByLabel('Type Own server to confirm').fill('Own server');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('table', { name: 'Integrations' }).locator('tbody tr')).toHaveCount(1);
  });
  expect(violations).toEqual([]);
});
