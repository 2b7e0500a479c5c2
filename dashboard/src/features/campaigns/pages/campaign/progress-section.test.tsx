import { type Bot, type Campaign, type Init, permissionKeys } from '@botscope/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test } from 'vitest';
import { initQuery, queryClient } from '../../../../platform/api/call.ts';
import { i18n as sharedI18n } from '../../../../platform/i18n/i18n.ts';
import { loadTexts } from '../../../../platform/i18n/load-texts.fixture.ts';
import { buildCampaign } from '../../data/campaign.fixture.ts';
import { ProgressSection } from './progress-section.tsx';

const owner = { key: 'abcdef0123456', permissions: [...permissionKeys], reports: [], role: 'owner' } as unknown as Bot;
const reader = { ...owner, permissions: ['tasker.task.view'], role: null } as unknown as Bot;
const counts = { total: 100, delivered: 60, not_delivered: 12, unknown: 2, waiting: 20, cancelled: 8 };
const campaign = (part: Partial<Campaign>) => buildCampaign({ campaign_id: 5, counts, ...part });

async function drawn(shownCampaign: Campaign, bot = owner): Promise<string> {
  const i18n = createInstance();
  const translation = await loadTexts('en', ['Campaigns']);
  await i18n.init({ lng: 'en', resources: { en: { translation } }, interpolation: { escapeValue: false } });
  await sharedI18n.changeLanguage('en');
  sharedI18n.addResourceBundle('en', 'translation', translation);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <ProgressSection bot={bot} campaign={shownCampaign} />
        </MantineProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  return html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '');
}

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(initQuery.queryKey, { user: null } as Init);
});

test('the bar names the four counts that sum to the total; each number explains itself', async () => {
  const html = await drawn(campaign({ status: 'In_progress' }));
  expect(html).toContain('aria-label="Delivered: 60, Not delivered: 12, Waiting: 20, Cancelled: 8"');
  expect([...html.matchAll(/<dd>(\d+)<\/dd>/g)].map(([, number]) => number)).toEqual(['100', '60', '12', '20', '8']);
  for (const name of ['Recipients', 'Delivered', 'Not delivered', 'Waiting', 'Cancelled'])
    expect(html).toContain(`aria-label="About “${name}”"`);
});

test('a campaign that waits for the bot’s own messages says so while it is being sent', async () => {
  const waits = (part: Partial<Campaign>) => drawn(campaign({ status: 'In_progress', bot_per_second: 26, ...part }));
  const sentence = 'The bot itself sends up to 26 messages per second.';
  expect(await waits({})).toContain(sentence);
  expect(await waits({ bot_per_second: 0 })).not.toContain('The bot itself');
  expect(await waits({ paused_until: '2026-01-01T00:00:00.000Z', paused_for: 'limit' })).not.toContain(sentence);
});

test('unknown outcomes are a number of their own; those who may decide are offered to send again', async () => {
  const doneCampaign = campaign({ status: 'Done', counts: { ...counts, waiting: 0, cancelled: 28 } });
  const html = await drawn(doneCampaign);
  expect(html).toContain('Delivery to 2 users is not confirmed. Telegram may have the message.');
  expect(html).toContain('Send to them again');
  expect(html).toContain('10 users did not get the message.');
  const forReader = await drawn(doneCampaign, reader);
  expect(forReader).toContain('Delivery to 2 users is not confirmed.');
  expect(forReader).not.toContain('Send to them again');
  expect(forReader).not.toContain('Try again');
});

test.each<[string, Partial<Campaign>, string]>([
  ['a draft', { status: 'Draft', counts: { ...counts, total: 0 } }, 'This campaign has not been started.'],
  [
    'recipients are still written down',
    { status: 'In_progress', is_preparing: true },
    'Recipients are still being added',
  ],
  ['waits', { status: 'In_progress', paused_until: '2026-11-24T10:00:00Z' }, 'Waiting until Nov 24, 2026'],
  [
    'waits for Telegram',
    { status: 'In_progress', paused_until: '2026-11-24T10:00:00Z', paused_for: 'outage' },
    'Telegram is not answering the bot.',
  ],
  [
    'Telegram refused it',
    { status: 'Error', problem: 'TelegramRefused', problem_description: 'Bad Request: BUTTON_URL_INVALID' },
    'BUTTON_URL_INVALID',
  ],
])('it says why it stands still: %s', async (_, part, words) => {
  expect(await drawn(campaign(part))).toContain(words);
});
