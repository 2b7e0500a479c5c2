import { type CampaignMessage, listVersions, type SentMessageJob, type SentMessages } from '@botscope/contract';
import type { Bus } from '../../../platform/bus/bus.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AccountNames } from '../../../platform/metadata/account-names.ts';
import type { CampaignStore } from '../campaign-store.ts';
import type { StoredCampaign } from '../stored-campaign.ts';
import type { JobStore, StoredJob } from './job-store.ts';

type Written = Pick<CampaignMessage, 'text' | 'entities' | 'buttons'>;

/** Actions on messages that recipients have: docs/decisions/0034-after-sending.md. */
export interface SentMessageJobs {
  /** @throws AppError NotFound (`campaign_id`) */
  list(bot: string, id: number): Promise<SentMessages>;
  /**
   * @throws AppError NotFound, NeedToken, CampaignRunning, JobRunning, NoRecipients, HasVersions, those of the message with
   * its field
   */
  edit(bot: string, id: number, written: Written, by: string): Promise<SentMessageJob>;
  /** @throws AppError NotFound, NeedToken, CampaignRunning, JobRunning, NoRecipients */
  begin(bot: string, id: number, action: 'delete' | 'pin' | 'unpin', by: string): Promise<SentMessageJob>;
  /** @throws AppError NotFound (`campaign_id`, `job_id`), JobEnded */
  stop(bot: string, id: number, jobId: number): Promise<SentMessageJob>;
  /** @throws AppError NotFound (`campaign_id`, `job_id`), NeedToken, JobEnded */
  resume(bot: string, id: number, jobId: number): Promise<SentMessageJob>;
}

export function createSentMessages(deps: {
  rows: Pick<CampaignStore, 'get'>;
  jobs: JobStore;
  /** Lists what Telegram would refuse of a campaign's message, and variables that do not exist. */
  messageProblems: (campaign: StoredCampaign, message: CampaignMessage) => Promise<{ code: string; field: string }[]>;
  hasToken: (bot: string) => Promise<boolean>;
  namesOf: AccountNames;
  bus: Pick<Bus, 'publish'>;
}): SentMessageJobs {
  const { rows, jobs, bus } = deps;

  async function assertToken(bot: string): Promise<void> {
    if (!(await deps.hasToken(bot))) throw new AppError('NeedToken');
  }
  async function presentJobs(list: readonly StoredJob[]): Promise<SentMessageJob[]> {
    const names = await deps.namesOf(list.map(({ createdBy }) => createdBy));
    return list.map(({ createdBy, ...job }, index) => ({
      ...job,
      can_resume: index === 0 && (job.status === 'Stopped' || job.status === 'Error'),
      created_by: names.get(createdBy ?? '') ?? '',
    }));
  }
  /** Processes that send look at the bot now. */
  async function publishChange(bot: string, job: StoredJob): Promise<SentMessageJob> {
    bus.publish('campaigns-changed', bot);
    const [presented] = await presentJobs([job]);
    if (presented === undefined) throw new AppError('NotFound', { field: 'job_id' });
    return presented;
  }
  async function happen(bot: string, id: number, jobId: number, event: 'stopped' | 'resumed'): Promise<SentMessageJob> {
    const job = await jobs.happen(id, jobId, event);
    if (job !== undefined) return publishChange(bot, job);
    const isKnown = (await jobs.all(id)).some((one) => one.job_id === jobId);
    throw isKnown ? new AppError('JobEnded') : new AppError('NotFound', { field: 'job_id' });
  }

  return {
    async list(bot, id) {
      await rows.get(bot, id);
      const [counts, all] = await Promise.all([jobs.counts(id), jobs.all(id)]);
      return { ...counts, jobs: await presentJobs(all) };
    },
    async edit(bot, id, content, author) {
      const campaign = await rows.get(bot, id);
      await assertToken(bot);
      // One text would replace all of them.
      if (listVersions(campaign).length > 1) throw new AppError('HasVersions');
      const after = { ...campaign.message, ...content };
      const [problem] = await deps.messageProblems(campaign, after);
      if (problem !== undefined) {
        const { code, field } = problem;
        throw new AppError('CampaignNotReady', { field, message: `${field}: ${code}` });
      }
      return publishChange(bot, await jobs.begin(id, 'edit', author, { before: campaign.message, after }));
    },
    async begin(bot, id, action, author) {
      await rows.get(bot, id);
      await assertToken(bot);
      return publishChange(bot, await jobs.begin(id, action, author));
    },
    async stop(bot, id, jobId) {
      await rows.get(bot, id);
      return happen(bot, id, jobId, 'stopped');
    },
    async resume(bot, id, jobId) {
      await rows.get(bot, id);
      await assertToken(bot);
      return happen(bot, id, jobId, 'resumed');
    },
  };
}
