import { type CampaignMessage, listVersions, type SentMessageJob, type SentMessages } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AccountNames } from '../../../platform/metadata/account-names.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { createJobStore } from '../../../platform/user-jobs/job-store.ts';
import type { StoredJob } from '../../../platform/user-jobs/stored-job.ts';
import type { CampaignStore } from '../campaign-store.ts';
import type { StoredCampaign } from '../stored-campaign.ts';
import { createMessageJobs, presentMessageJob } from './message-jobs.ts';

type Content = Pick<CampaignMessage, 'text' | 'entities' | 'buttons'>;

/** Actions on messages that recipients have: docs/decisions/0034-after-sending.md. A missing campaign is NotFound. */
export function createSentMessages(deps: {
  rows: Pick<CampaignStore, 'get'>;
  db: Kysely<Tables>;
  /** Lists what Telegram would refuse of a campaign's message, and variables that do not exist. */
  messageProblems: (campaign: StoredCampaign, message: CampaignMessage) => Promise<{ code: string; field: string }[]>;
  hasToken: (bot: string) => Promise<boolean>;
  namesOf: AccountNames;
  bus: Pick<Bus, 'publish'>;
}) {
  const { rows, bus, db } = deps;
  const jobs = createJobStore(db);
  const messageJobs = createMessageJobs(db);

  async function assertToken(bot: string): Promise<void> {
    if (!(await deps.hasToken(bot))) throw new AppError('NeedToken');
  }
  async function presentJobs(list: readonly StoredJob[]): Promise<SentMessageJob[]> {
    const names = await deps.namesOf(list.map(({ accountKey }) => accountKey));
    return list.map((job, index) => presentMessageJob(job, names.get(job.accountKey ?? '') ?? '', index === 0));
  }
  /** Processes that send look at the bot now. */
  async function publishChange(bot: string, job: StoredJob): Promise<SentMessageJob> {
    bus.publish('campaigns-changed', bot);
    const [presented] = await presentJobs([job]);
    if (presented === undefined) throw new AppError('NotFound', { field: 'job_id' });
    return presented;
  }
  async function apply(bot: string, campaignId: number, jobId: number, event: 'stopped' | 'resumed') {
    const job = await jobs.apply({ bot, campaignId }, jobId, event);
    if (job !== undefined) return publishChange(bot, job);
    const isKnown = (await jobs.find({ bot, campaignId }, jobId)) !== undefined;
    throw isKnown ? new AppError('JobEnded') : new AppError('NotFound', { field: 'job_id' });
  }

  return {
    async list(bot: string, id: number): Promise<SentMessages> {
      await rows.get(bot, id);
      const [counts, list] = await Promise.all([messageJobs.counts(id), jobs.latest({ bot, campaignId: id })]);
      return { ...counts, jobs: await presentJobs(list) };
    },
    /** @throws AppError NeedToken, CampaignRunning, JobRunning, NoRecipients, HasVersions, CampaignNotReady with the field */
    async edit(bot: string, id: number, content: Content, author: string): Promise<SentMessageJob> {
      const campaign = await rows.get(bot, id);
      await assertToken(bot);
      // One text would replace all of them.
      if (listVersions(campaign).length > 1) throw new AppError('HasVersions');
      const message = { ...campaign.message, ...content };
      const [problem] = await deps.messageProblems(campaign, message);
      if (problem !== undefined) {
        const { code, field } = problem;
        throw new AppError('CampaignNotReady', { field, message: `${field}: ${code}` });
      }
      const change = { previous: campaign.message, message };
      return publishChange(bot, await messageJobs.begin({ bot, campaignId: id }, 'edit', author, change));
    },
    /** @throws AppError NeedToken, CampaignRunning, JobRunning, NoRecipients */
    async begin(bot: string, id: number, action: 'delete' | 'pin' | 'unpin', author: string): Promise<SentMessageJob> {
      await rows.get(bot, id);
      await assertToken(bot);
      return publishChange(bot, await messageJobs.begin({ bot, campaignId: id }, action, author));
    },
    /** @throws AppError NotFound (`job_id`), JobEnded */
    async stop(bot: string, id: number, jobId: number): Promise<SentMessageJob> {
      await rows.get(bot, id);
      return apply(bot, id, jobId, 'stopped');
    },
    /** @throws AppError NotFound (`job_id`), NeedToken, JobEnded */
    async resume(bot: string, id: number, jobId: number): Promise<SentMessageJob> {
      await rows.get(bot, id);
      await assertToken(bot);
      return apply(bot, id, jobId, 'resumed');
    },
  };
}

export type SentMessageJobs = ReturnType<typeof createSentMessages>;
