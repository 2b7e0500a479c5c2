import {
  type ApiCampaignChanges,
  type ApiListSave,
  type ApiNewCampaign,
  type ApiStart,
  type ApiTest,
  type Campaign,
  type CampaignProblem,
  type CampaignSummary,
  errors,
  isPlannedAt,
  type PublicCampaignCallName,
  type RecipientGroup,
} from '@botscope/contract';
import type * as z from 'zod/mini';
import type { Attempts } from '../../../platform/attempts.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CampaignCaller } from '../campaign-checks.ts';
import type { Campaigns } from '../campaigns.ts';
import type { Recipients } from '../recipients.ts';
import type { SendTest } from '../send-test.ts';
import { showsVariable } from '../shown-campaign.ts';
import { type ApiCall, ApiFailure } from './api-answer.ts';
import type { ApiLists } from './api-lists.ts';
import type { FetchFile } from './fetch-files.ts';
import { createContentResolver } from './resolve-content.ts';

export type CampaignApi = Record<PublicCampaignCallName, (call: ApiCall) => Promise<object>>;

const usualPage = 50;

/** Implements the calls of the public campaign API. Bodies and queries were checked by their schemas. */
export function createCampaignApi(deps: {
  campaigns: Campaigns;
  recipients: Pick<Recipients, 'page'>;
  sendTest: SendTest;
  attempts: Pick<Attempts, 'take'>;
  lists: ApiLists;
  fetchFile: FetchFile;
}): CampaignApi {
  const { campaigns, lists } = deps;
  const resolveContent = createContentResolver(deps);
  /** The answer names everything that is in the way, and not only the first thing. */
  async function assertReady(call: ApiCall): Promise<void> {
    const problems = await campaigns.check(toCaller(call), call.id);
    if (problems.length > 0) throw notReady(problems);
  }

  return {
    async listCampaigns({ bot, query }) {
      return selectPage(await campaigns.list(bot.key, query.archived === '1'), query);
    },
    async createCampaign(call) {
      const earlierCampaign = call.request.isAgain ? await campaigns.createdBy(call.bot.key, call.request.id) : null;
      if (earlierCampaign !== null) return earlierCampaign;
      const { name, copy_of: copyOf, ...content } = call.body as z.output<typeof ApiNewCampaign>;
      const from = { copyOf, ...(await resolveContent(call, content)), request: call.request.id };
      const campaign = await campaigns.create(toCaller(call), name, from);
      await call.record('campaign_created', toAuditDetails(campaign));
      return campaign;
    },
    getCampaign: ({ bot, id }) => campaigns.get(bot.key, id),
    async updateCampaign(call) {
      const { revision, ...changes } = call.body as z.output<typeof ApiCampaignChanges>;
      const campaign = await saveChanges(campaigns, call, revision, await resolveContent(call, changes));
      await call.record('campaign_changed', toAuditDetails(campaign));
      return campaign;
    },
    checkCampaign: async (call) => ({ problems: await campaigns.check(toCaller(call), call.id) }),
    async testCampaign(call) {
      const { user_id: userId } = call.body as z.output<typeof ApiTest>;
      const campaign = await campaigns.get(call.bot.key, call.id);
      await deps.attempts.take({ 'message:account': call.owner.key });
      const messageId = await deps.sendTest(call.bot.key, call.id, userId, { shows: showsVariable(call.permissions) });
      await call.record('campaign_tested', { ...toAuditDetails(campaign), user_id: userId });
      return { message_id: messageId };
    },
    async runCampaign(call) {
      const { revision } = call.body as z.output<typeof ApiStart>;
      const before = await campaigns.get(call.bot.key, call.id);
      const isPlanned = isPlannedAt(before.sending, Date.now());
      call.demand(isPlanned ? 'communication.broadcast.schedule' : 'communication.broadcast.send');
      const isOurs = call.request.isAgain && (await campaigns.wasStartedBy(call.id, call.request.id));
      if (isOurs) return before;
      if (before.status !== 'Draft' && revision === undefined) throw new AppError('CampaignStarted');
      if (before.status === 'Draft') await assertReady(call);
      const campaign = await campaigns.run(toCaller(call), call.id, revision ?? before.revision, call.request.id);
      if (before.status === 'Draft') {
        await call.record(isPlanned ? 'campaign_planned' : 'campaign_started', toAuditDetails(campaign));
      }
      return campaign;
    },
    async stopCampaign(call) {
      const campaign = await campaigns.stop(call.bot.key, call.id);
      await call.record('campaign_stopped', toAuditDetails(campaign));
      return campaign;
    },
    async resumeCampaign(call) {
      const campaign = await campaigns.resume(toCaller(call), call.id);
      await call.record('campaign_resumed', toAuditDetails(campaign));
      return campaign;
    },
    campaignStatus: ({ bot, id }) => campaigns.get(bot.key, id),
    listRecipients({ bot, id, query }) {
      const group = query.group as RecipientGroup | undefined;
      return deps.recipients.page(bot.key, id, { group, after: Number(query.after ?? 0), showsNames: true });
    },
    listLists: async ({ bot }) => ({ lists: await lists.all(bot.key) }),
    async saveList(call) {
      const { name, list_id, user_ids, action } = call.body as z.output<typeof ApiListSave>;
      return lists.save(call, { name, listId: list_id, userIds: user_ids, isMember: action === 'add' });
    },
    async deleteList(call) {
      await lists.remove(call, call.id);
      return { list_id: call.id };
    },
  };
}

const toCaller = ({ bot, owner, permissions, signal }: ApiCall): CampaignCaller => ({
  bot: bot.key,
  accountKey: owner.key,
  timeZone: owner.timeZone,
  permissions,
  signal,
});

const toAuditDetails = ({ campaign_id, name }: Pick<Campaign, 'campaign_id' | 'name'>) => ({ campaign_id, name });

/** The page of a list, the newest first, that follows the campaign `before`. */
function selectPage(all: readonly CampaignSummary[], query: ApiCall['query']) {
  const [limit, before] = [Number(query.limit ?? usualPage), Number(query.before ?? Number.POSITIVE_INFINITY)];
  const olderCampaigns = all.filter(({ campaign_id }) => campaign_id < before);
  const page = olderCampaigns.slice(0, limit);
  return { campaigns: page, next: olderCampaigns.length > limit ? (page.at(-1)?.campaign_id ?? null) : null };
}

/** Without a revision the last writer wins: it is tried again when someone else was faster. */
async function saveChanges(
  campaigns: Campaigns,
  call: ApiCall,
  revision: number | undefined,
  content: Parameters<Campaigns['save']>[3],
): Promise<Campaign> {
  for (let tries = 3; ; tries -= 1) {
    const based = revision ?? (await campaigns.get(call.bot.key, call.id)).revision;
    try {
      return await campaigns.save(toCaller(call), call.id, based, content);
    } catch (error) {
      const isStale = error instanceof AppError && error.code === 'CampaignChanged';
      if (revision !== undefined || !isStale || tries === 0) throw error;
    }
  }
}

function notReady(problems: readonly CampaignProblem[]): ApiFailure {
  const sentences: Record<string, readonly [number, string]> = errors;
  return new ApiFailure(
    'CampaignNotReady',
    problems.map(({ code, field }) => ({ field, message: sentences[code]?.[1] ?? code })),
  );
}
