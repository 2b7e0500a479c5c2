import {
  api,
  type CampaignOutcomes,
  mayRead,
  type OutcomeDays,
  type OutcomeDaysText,
  type OutputOf,
  type Permissions,
} from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import { type CampaignStore, recordedMessage, withOwnData } from '../campaigns/campaigns.ts';
import type { Complaints } from '../unsubscribes/unsubscribes.ts';
import type { LoadResults } from './campaign-results.ts';
import type { OpenedBy } from './links/link-routes.ts';
import type { OutcomesRequest, OutcomeWindows } from './outcome-windows.ts';
import type { ReactionUsers } from './reaction-users.ts';

/** Settings of what a bot counts as conversions. */
export type OutcomeSettingsOf = (bot: BotRow) => Promise<Pick<OutcomesRequest, 'bot' | 'targets' | 'hiddenCommands'>>;

interface OutcomeDeps {
  outcomes: OutcomeWindows;
  settingsOf: OutcomeSettingsOf;
}

/** Registers what recipients did within some days of their delivery. */
export function registerOutcomes(
  http: Http<BotRow>,
  { rows, outcomes, settingsOf }: OutcomeDeps & { rows: Pick<CampaignStore, 'assertKnown'> },
): void {
  http.on(api.campaignOutcomes, async ({ bot, permissions, params, query, signal }) => {
    const row = permitted(bot);
    const campaignId = Number(params.campaign_id);
    await rows.assertKnown(row.key, campaignId);
    const days = parseDays(query.days);
    const campaignOutcomes = await outcomes.load({ ...(await settingsOf(row)), campaignId, days, signal });
    return visibleTo(permitted(permissions), campaignOutcomes);
  });
}

/** Recipients to list, and the caller they are listed for. */
interface OutcomeListing {
  bot: BotRow;
  permissions: Permissions;
  campaignId: number;
  outcome?: string | undefined;
  days?: OutputOf<typeof OutcomeDaysText> | undefined;
  signal?: AbortSignal | undefined;
}

/** The users behind a number, page by page; undefined where no number is named. @throws AppError AccessDenied, NotFound */
export const createOutcomeUsers =
  ({
    outcomes,
    reactionUsers,
    openedBy,
    complaints,
    rows,
    settingsOf,
  }: OutcomeDeps & {
    reactionUsers: ReactionUsers;
    openedBy: OpenedBy;
    complaints: Pick<Complaints, 'users'>;
    rows: Pick<CampaignStore, 'get'>;
  }) =>
  async ({ bot, permissions, outcome, days, ...rest }: OutcomeListing) => {
    if (outcome === undefined) return undefined;
    if (!maySee(permissions, outcome)) throw new AppError('AccessDenied');
    if (outcome === 'complained')
      return (after: number, limit: number) => complaints.users(bot.key, rest.campaignId, after, limit);
    if (/^(left|active|pressed|opened)/.test(outcome)) {
      const campaign = await rows.get(bot.key, rest.campaignId);
      if (outcome.startsWith('opened')) return openedBy(campaign, outcome, rest.signal);
      const listing = { ...rest, bot: bot.key, message: recordedMessage(campaign), reaction: outcome };
      return (after: number, limit: number): Promise<number[]> => reactionUsers({ ...listing, after, limit });
    }
    const request = { ...(await settingsOf(bot)), ...rest, outcome, days: parseDays(days) };
    return (after: number, limit: number): Promise<number[]> => outcomes.users({ ...request, after, limit });
  };
export type OutcomeUsers = ReturnType<typeof createOutcomeUsers>;

export const parseDays = (text: OutputOf<typeof OutcomeDaysText> | undefined): OutcomeDays | undefined =>
  text === undefined ? undefined : (Number(text) as OutcomeDays);

/** Income and conversions belong to their reports. */
export const maySeeIncome = (permissions: Permissions): boolean => mayRead(permissions, 'sum_income');
export const maySeeTargets = (permissions: Permissions): boolean => mayRead(permissions, 'conversion_summary');

function maySee(permissions: Permissions, outcome: string): boolean {
  if (outcome.startsWith('paid')) return maySeeIncome(permissions);
  return !outcome.startsWith('target') || maySeeTargets(permissions);
}

const visibleTo = (permissions: Permissions, campaignOutcomes: CampaignOutcomes): CampaignOutcomes => ({
  ...campaignOutcomes,
  income: maySeeIncome(permissions) ? campaignOutcomes.income : null,
  targets: maySeeTargets(permissions) ? campaignOutcomes.targets : null,
});

/** Registers the results of campaigns. */
export function registerResults(
  http: Http<BotRow>,
  { rows, loadResults }: { rows: Pick<CampaignStore, 'get'>; loadResults: LoadResults },
): void {
  http.on(api.campaignResults, async ({ bot, params, signal }) => {
    const { key } = permitted(bot);
    const campaign = await rows.get(key, Number(params.campaign_id));
    const message = recordedMessage(campaign);
    const results = await loadResults({ bot: key, campaignId: campaign.id, message, signal });
    return { ...results, buttons: withOwnData(campaign, results.buttons) };
  });
}
