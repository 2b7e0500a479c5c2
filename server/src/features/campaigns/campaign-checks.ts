import {
  type Automation,
  CampaignAudience,
  type CampaignProblem,
  listVersions,
  type Permissions,
  type SegmentRules,
} from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { Targets } from '../targets/targets.ts';
import type { Audiences } from './audience.ts';
import { automationProblems, rulesOfAutomation } from './automation-problems.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';
import type { CampaignAuthor, CampaignStore } from './campaign-store.ts';
import { campaignProblems } from './check-campaign.ts';
import type { StoredCampaign } from './stored-campaign.ts';

/** A campaign of a bot, and who asks. */
export interface CampaignCaller extends CampaignAuthor {
  bot: string;
  permissions: Permissions;
  signal?: AbortSignal | undefined;
}

type CampaignFile = NonNullable<Awaited<ReturnType<CampaignFileStore['one']>>>;

export interface CheckDeps {
  rows: Pick<CampaignStore, 'known'>;
  filesOf: (campaign: StoredCampaign) => Promise<ReadonlyMap<string, CampaignFile>>;
  audiences: Pick<Audiences, 'count'>;
  customFields: Pick<CustomFields, 'list'>;
  targets: Pick<Targets, 'countedOf'>;
  hasToken: (bot: string) => Promise<boolean>;
  starBalance: (bot: string) => Promise<number>;
  /** Filters the chats of posts to those that Telegram does not let the bot read. */
  unreadableChats: (bot: string, chats: readonly string[]) => Promise<ReadonlySet<string>>;
  maxSpeed: number;
  canTrack: boolean;
  now: () => number;
}

/** Loads what decides whether a campaign can be started, and says why it cannot (check-campaign.ts). */
export function createCampaignChecks(deps: CheckDeps) {
  const { rows, filesOf, now } = deps;

  async function findProblems(caller: CampaignCaller, campaign: StoredCampaign): Promise<CampaignProblem[]> {
    const { bot, automation, audience, sending } = campaign;
    const chats = listVersions(campaign).flatMap(({ message }) => message.post?.chat ?? []);
    const [hasToken, fields, campaignFiles, targets, knownCampaigns, audienceCount, starTenths, unreadableChats] =
      await Promise.all([
        deps.hasToken(bot),
        deps.customFields.list(bot),
        filesOf(campaign),
        deps.targets.countedOf(bot),
        rows.known(bot, audience.without_campaigns),
        automation === null ? count(caller, audience, 'audience.rules') : checkTrigger(caller, automation),
        sending.is_paid ? deps.starBalance(bot).catch(() => null) : null,
        deps.unreadableChats(bot, chats),
      ]);
    const context = {
      now: now(),
      hasToken,
      maxSpeed: deps.maxSpeed,
      files: campaignFiles,
      campaigns: knownCampaigns,
      targets: new Set(targets.map(({ id }) => id)),
      fields: new Set(fields.filter(({ status }) => status !== 'archived').map(({ key }) => key)),
      canGet: audienceCount.canGet,
      starTenths,
      unreadableChats,
      canTrack: deps.canTrack,
    };
    const ofAutomation = automation === null ? [] : automationProblems(campaign.sending, campaign.variants);
    return [...campaignProblems(campaign, context), ...ofAutomation, ...audienceCount.problems];
  }

  async function assertReady(caller: CampaignCaller, campaign: StoredCampaign): Promise<void> {
    const [problem] = await findProblems(caller, campaign);
    if (problem === undefined) return;
    throw new AppError('CampaignNotReady', { field: problem.field, message: `${problem.field}: ${problem.code}` });
  }

  /** Rules that the bot cannot answer any more are a problem of the campaign, not of the request. */
  async function count(caller: CampaignCaller, audience: CampaignAudience, field: string) {
    try {
      const { can_get: canGet } = await deps.audiences.count({ ...caller, audience });
      return { canGet, problems: [] };
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'InvalidField' && error.code !== 'InvalidPattern'))
        throw error;
      return { canGet: null, problems: [{ code: error.code, field }] };
    }
  }

  /** Nobody has to be in it yet. */
  async function checkTrigger(caller: CampaignCaller, automation: Automation) {
    const rules = rulesOfAutomation(automation) as SegmentRules;
    const triggerAudience = z.parse(CampaignAudience, { kind: 'rules', rules });
    const { problems } = await count(caller, triggerAudience, 'automation.trigger');
    return { canGet: null, problems };
  }

  return { problemsOf: findProblems, assertReady };
}
