import type { CampaignVariants, WinnerRule } from '@botscope/contract';
import type { Logger } from 'pino';
import type { ScoresOf } from '../engine-deps.ts';
import type { RunningCampaigns } from '../running-campaigns.ts';
import type { Lease } from '../senders.ts';
import type { SentCampaign } from '../sent-campaign.ts';

interface Score {
  delivered: number;
  users: number;
}

/** The index of the variant with the largest share of its users, of `left` with the smallest. The first one of equals. */
export function pickWinner(scores: readonly Score[], rule: WinnerRule): number {
  const value = ({ delivered, users }: Score): number =>
    delivered === 0 ? Number.NEGATIVE_INFINITY : ((rule.by === 'left' ? -1 : 1) * users) / delivered;
  let winner = 0;
  for (const [index, score] of scores.entries()) {
    const leader = scores[winner];
    if (leader !== undefined && value(score) > value(leader)) winner = index;
  }
  return winner;
}

/** The test of a campaign, where it has one: without a second variant there is nothing to be tested. */
const findTest = ({ test, others }: CampaignVariants): CampaignVariants['test'] => (others.length === 0 ? null : test);

/** The rest of the recipients wait for the winner. */
export const isUndecided = ({ plan, row }: Pick<SentCampaign, 'plan' | 'row'>): boolean =>
  findTest(plan.variants) !== null && row.winner === null;

interface DecisionDeps {
  running: Pick<RunningCampaigns, 'planDecision' | 'decide'>;
  scoresOf: ScoresOf;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
}

/** Says when the winner of a test is decided once everyone in it had their turn, and decides it then. */
export async function attendTest(
  deps: DecisionDeps,
  lease: Lease,
  campaign: SentCampaign,
  isRecorded: () => boolean,
): Promise<void> {
  const { campaignId, decideAt, isPrepared } = campaign.row;
  const test = findTest(campaign.plan.variants);
  if (test === null || !isUndecided(campaign)) return;
  if (decideAt === null) {
    if (isPrepared) await deps.running.planDecision(campaignId, test.hours);
    return;
  }
  // Outcomes that are not in the events yet would not be counted.
  if (deps.now() < decideAt || !isRecorded()) return;
  campaign.deciding ??= decide(deps, lease, campaign, test).finally(() => {
    campaign.deciding = null;
  });
}

/** Never rejects: the next look begins it again. */
async function decide(
  { running, scoresOf, logger }: DecisionDeps,
  lease: Lease,
  { row: { campaignId }, plan: { variants } }: SentCampaign,
  { winner: rule, hours }: NonNullable<CampaignVariants['test']>,
): Promise<void> {
  const { bot } = lease;
  try {
    const scores = await scoresOf({ bot, campaignId, variants: variants.others.length + 1, rule, hours });
    await running.decide(lease, campaignId, pickWinner(scores, rule), scores);
  } catch (error) {
    logger.warn({ err: error, bot, campaign: campaignId }, 'the winner of a test is decided later');
  }
}
