import type { CampaignSummary } from '@botscope/contract';
import { expect, it } from 'vitest';
import { sendingBetween } from './other-sending.ts';

const campaign = (
  campaign_id: number,
  status: CampaignSummary['status'],
  date_send: string | null,
): CampaignSummary => ({
  ...{ campaign_id, kind: 'once', name: `C${campaign_id}`, type: 'sendMessage', status },
  ...{ problem: '', problem_description: '' },
  counts: { total: 0, delivered: 0, not_delivered: 0, unknown: 0, waiting: 0, cancelled: 0 },
  ...{
    is_preparing: false,
    paused_until: null,
    paused_for: null,
    date_send,
    date_create: '',
    date_start: null,
    date_finish: null,
  },
  kind: 'once',
  is_archived: false,
});

it('is what is being sent, and what is planned for that time', () => {
  const plan = { startsAt: Date.parse('2026-11-25T12:00:00Z'), endsAt: Date.parse('2026-11-25T13:00:00Z') };
  const campaigns = [
    campaign(1, 'In_progress', null),
    campaign(2, 'Not_started', '2026-11-25T12:30:00Z'),
    campaign(3, 'Not_started', '2026-11-25T11:30:00Z'),
    campaign(4, 'Not_started', '2026-11-25T10:59:00Z'),
    campaign(5, 'Not_started', '2026-11-25T13:01:00Z'),
    campaign(6, 'Draft', '2026-11-25T12:30:00Z'),
    campaign(7, 'Done', null),
    campaign(8, 'In_progress', null),
  ];
  expect(sendingBetween(campaigns, 8, plan).map(({ campaign_id }) => campaign_id)).toEqual([1, 2, 3]);
  expect(sendingBetween([], undefined, plan)).toEqual([]);
});
