import { assertLocked } from '../../platform/lock-context.ts';
import type { Engine } from './engine/engine.ts';

/** Outcome of a campaign for one recipient. */
export interface CampaignOutcome {
  bot: string;
  campaignId: number;
  userId: number;
  /** `Control`: kept from getting it, at the campaign's start. */
  status: 'Done' | 'Error' | 'Cancel' | 'Control';
  reason: string;
  /** Unix ms. */
  at: number;
  /** 0 where it is unknown. */
  messageId: number;
  /** Index of the variant. */
  variant?: number;
  /** Language of the message; '' is the default. */
  language?: string;
}

export const outcomeColumns = [
  'bot',
  'campaign_id',
  'user_id',
  'status',
  'reason',
  'time',
  'message_id',
  'variant',
  'language',
  'version',
] as const;

/** Stores outcomes of a bot. Safe to repeat; of two outcomes of a recipient in one millisecond a delivery wins. */
export async function insertOutcomes(
  engine: Pick<Engine, 'insert'>,
  outcomes: readonly CampaignOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  const lines = outcomes.map(({ bot, campaignId, userId, status, reason, at, messageId, variant, language }) => {
    const version = at * 2 + (status === 'Done' ? 1 : 0);
    const content = [reason, (at / 1_000).toFixed(3), messageId, variant ?? 0, language ?? '', version];
    return `${[bot, campaignId, userId, status, ...content].join('\t')}\n`;
  });
  await assertLocked();
  const body = Buffer.from(lines.join(''));
  await engine.insert({ table: 'campaign_outcomes', columns: outcomeColumns, body });
}
