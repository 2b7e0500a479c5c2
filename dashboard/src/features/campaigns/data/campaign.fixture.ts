import type { Campaign } from '@botscope/contract';
import { emptyValues } from './draft.ts';

const counts = { total: 0, delivered: 0, not_delivered: 0, unknown: 0, waiting: 0, cancelled: 0 };

/** A draft as the server gives it, without a cast: a new field has to be given here. */
export const buildCampaign = (part: Partial<Campaign>): Campaign => ({
  ...emptyValues('News'),
  campaign_id: 1,
  kind: 'once',
  type: 'sendMessage',
  status: 'Draft',
  problem: '',
  problem_description: '',
  counts,
  is_preparing: false,
  paused_until: null,
  paused_for: null,
  date_send: null,
  date_create: '2026-01-01T00:00:00.000Z',
  date_start: null,
  date_finish: null,
  is_archived: false,
  revision: 1,
  test: null,
  control_group: 0,
  user_times: null,
  bot_per_second: 0,
  file_name: null,
  file_names: {},
  created_by: '',
  updated_by: '',
  date_update: '2026-01-01T00:00:00.000Z',
  ...part,
});
