import { CampaignAudience, CampaignMessage, CampaignSending, CampaignVariants, listVersions } from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { Campaigns } from './campaigns.ts';
import type { Presenter } from './present-campaign.ts';
import { assertMayName, withStoredConditions } from './shown-campaign.ts';
import { isEditable, type StoredCampaign } from './stored-campaign.ts';

const noContents = { message: z.parse(CampaignMessage, {}), variants: z.parse(CampaignVariants, {}) };

/** Writing campaigns: all that happens to them before they are started. */
export function createDrafts(deps: {
  rows: CampaignStore;
  presenter: Presenter;
}): Pick<Campaigns, 'list' | 'get' | 'create' | 'createdBy' | 'wasStartedBy' | 'save' | 'archive'> {
  const { rows } = deps;
  const { presentCampaign, toSummary } = deps.presenter;

  return {
    list: async (bot, withArchived) => (await rows.all(bot, withArchived)).map(toSummary),
    get: async (bot, id) => presentCampaign(await rows.get(bot, id)),
    async create(caller, name, { copyOf, audience, automation, message, sending, request }) {
      assertKind(message);
      // The answer has everything that the other one says.
      if (copyOf !== undefined && !caller.permissions.keys.has('tasker.task.view'))
        throw new AppError('AccessDenied', { field: 'copy_of' });
      const source = copyOf === undefined ? null : await rows.get(caller.bot, copyOf, 'copy_of');
      const conditions = withStoredConditions({ audience, automation }, source);
      const content = {
        name,
        automation: conditions.automation ?? source?.automation ?? null,
        audience: conditions.audience ?? source?.audience ?? z.parse(CampaignAudience, { kind: 'all' }),
        message: message ?? source?.message ?? z.parse(CampaignMessage, {}),
        variants: source?.variants ?? z.parse(CampaignVariants, {}),
        sending: sending ?? copySending(source),
      };
      if (message !== undefined) assertMayName(caller.permissions, source ?? noContents, { message });
      return presentCampaign(await rows.insert(caller.bot, content, caller, request));
    },
    async createdBy(bot, request) {
      const campaign = await rows.createdBy(bot, request);
      return campaign === undefined ? null : presentCampaign(campaign);
    },
    wasStartedBy: rows.wasStartedBy,
    async save(caller, id, revision, requestedChanges) {
      const before = await rows.get(caller.bot, id);
      const changes = withStoredConditions(requestedChanges, before);
      assertMayName(caller.permissions, before, {
        message: changes.message ?? before.message,
        variants: changes.variants ?? before.variants,
      });
      const content = {
        name: changes.name ?? before.name,
        automation: changes.automation ?? before.automation,
        audience: changes.audience ?? before.audience,
        message: changes.message ?? before.message,
        sending: changes.sending ?? before.sending,
        variants: changes.variants ?? before.variants,
      };
      for (const { message } of listVersions(content)) assertKind(message);
      // `before` is of this revision, or the statement finds nothing.
      if (!isEditable(before)) throw new AppError('CampaignStarted');
      const updatedCampaign =
        before.revision === revision ? await rows.save(caller.bot, id, revision, content, caller) : undefined;
      if (updatedCampaign !== undefined) return presentCampaign(updatedCampaign);
      const isChanged = isEditable(await rows.get(caller.bot, id));
      throw new AppError(isChanged ? 'CampaignChanged' : 'CampaignStarted', { field: 'revision' });
    },
    async archive(bot, id, isArchived) {
      await rows.assertKnown(bot, id);
      const campaign = await rows.setArchived(bot, id, isArchived);
      if (campaign === undefined) throw new AppError('CampaignRunning');
      return presentCampaign(campaign);
    },
  };
}

/** Voice messages are for conversations. */
function assertKind(message: CampaignMessage | undefined): void {
  if (message?.media?.kind === 'voice') throw new AppError('InvalidField', { field: 'message.media.kind' });
}

/** A copy begins when it is started. */
const copySending = (source: StoredCampaign | null): CampaignSending =>
  source === null
    ? z.parse(CampaignSending, {})
    : { ...source.sending, date_send: null, user_time: null, finish_by: null };
