import {
  CampaignAudience,
  CampaignMessage,
  type CampaignPreview,
  type CampaignProblem,
  CampaignSending,
  type CampaignSummary,
  type Campaign as PresentedCampaign,
  renderTemplate,
  type TemplateValues,
  variablesOf,
} from '@botscope/contract';
import * as z from 'zod/mini';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { Audiences } from './audience.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';
import { statusesBefore } from './campaign-states.ts';
import type { CampaignAuthor, CampaignStore } from './campaign-store.ts';
import { campaignProblems, renderedProblems } from './check-campaign.ts';
import type { ValuesOf } from './engine/engine-deps.ts';
import type { Ledger } from './engine/ledger.ts';
import { type CampaignContent, lineOf, presentLine, type StoredCampaign } from './stored-campaign.ts';

/** A campaign of a bot, and who asks. */
export interface CampaignCaller extends CampaignAuthor {
  bot: string;
  signal?: AbortSignal | undefined;
}

type Changes = { [Part in keyof CampaignContent]?: CampaignContent[Part] | undefined };

/** Campaigns as colleagues write, start and stop them: docs/decisions/0029-campaigns.md. */
export interface Campaigns {
  list(bot: string, withArchived: boolean): Promise<CampaignSummary[]>;
  /** @throws AppError NotFound (`campaign_id`) */
  get(bot: string, id: number): Promise<PresentedCampaign>;
  /** @throws AppError TooManyCampaigns, NotFound (`copy_of`) */
  create(
    by: CampaignCaller,
    name: string,
    from: { copyOf?: number | undefined; audience?: CampaignAudience | undefined },
  ): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignStarted, CampaignChanged, InvalidField (`message.media.kind`) */
  save(by: CampaignCaller, id: number, revision: number, changes: Changes): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignRunning, TooManyCampaigns */
  archive(bot: string, id: number, isArchived: boolean): Promise<PresentedCampaign>;
  /** @throws AppError NotFound */
  check(by: CampaignCaller, id: number): Promise<CampaignProblem[]>;
  /** Without a user, as the one who was seen last. `showsValues`: else only what stands in for them. @throws AppError NotFound */
  preview(bot: string, id: number, userId: number | undefined, showsValues: boolean): Promise<CampaignPreview>;
  /** @throws AppError NotFound, CampaignChanged, CampaignNotReady, NeedToken */
  run(by: CampaignCaller, id: number, revision: number): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignNotRunning */
  stop(bot: string, id: number): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, NeedToken, CampaignNotRunning for one that was not stopped */
  resume(bot: string, id: number): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignRunning while it is being sent, CampaignNotRunning before */
  finish(bot: string, id: number): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, NeedToken, CampaignRunning, NoRecipients */
  repeat(bot: string, id: number, group: 'not_delivered' | 'unknown'): Promise<PresentedCampaign>;
}

export function createCampaigns(deps: {
  rows: CampaignStore;
  ledger: Pick<Ledger, 'finish' | 'repeat'>;
  files: Pick<CampaignFileStore, 'one'>;
  audiences: Pick<Audiences, 'count'>;
  valuesOf: ValuesOf;
  lastSeen: (bot: string) => Promise<number | null>;
  customFields: Pick<CustomFields, 'list'>;
  namesOf: AccountNames;
  /** Whether the product can call Telegram for the bot. */
  hasToken: (bot: string) => Promise<boolean>;
  /** The most that the operator allows, messages a second. */
  maxSpeed: number;
  bus: Pick<Bus, 'publish'>;
  now?: () => number;
}): Campaigns {
  const { rows, ledger, files, bus, now = Date.now } = deps;

  async function existing(bot: string, id: number, field = 'campaign_id'): Promise<StoredCampaign> {
    const campaign = await rows.one(bot, id);
    if (campaign === undefined) throw new AppError('NotFound', { field });
    return campaign;
  }

  async function present(campaign: StoredCampaign): Promise<PresentedCampaign> {
    const { message, createdBy, updatedBy } = campaign;
    const [names, file] = await Promise.all([
      deps.namesOf([createdBy, updatedBy]),
      message.media === null ? null : files.one(campaign.bot, message.media.file),
    ]);
    return {
      ...presentLine(lineOf(campaign), now()),
      revision: campaign.revision,
      audience: campaign.audience,
      message,
      sending: campaign.sending,
      file_name: file?.name ?? null,
      created_by: names.get(createdBy ?? '') ?? '',
      updated_by: names.get(updatedBy ?? '') ?? '',
      date_update: campaign.updatedAt.toISOString(),
    };
  }
  const get = async (bot: string, id: number) => present(await existing(bot, id));

  /** Processes that send look at the bot now. */
  function changed(bot: string, campaign: StoredCampaign): Promise<PresentedCampaign> {
    bus.publish('campaigns-changed', bot);
    return present(campaign);
  }
  async function assertToken(bot: string): Promise<void> {
    if (!(await deps.hasToken(bot))) throw new AppError('NeedToken');
  }

  async function problemsOf(by: CampaignCaller, campaign: StoredCampaign): Promise<CampaignProblem[]> {
    const { bot, audience, message } = campaign;
    const [hasToken, fields, file, known, counted] = await Promise.all([
      deps.hasToken(bot),
      deps.customFields.list(bot),
      message.media === null ? null : files.one(bot, message.media.file),
      rows.known(bot, audience.without_campaigns),
      count(by, audience),
    ]);
    const context = {
      ...{ now: now(), hasToken, maxSpeed: deps.maxSpeed, file, campaigns: known },
      fields: new Set(fields.filter(({ status }) => status !== 'archived').map(({ key }) => key)),
      canGet: counted.canGet,
    };
    return [...campaignProblems(campaign, context), ...counted.problems];
  }

  /** Rules that the bot cannot answer any more are a problem of the campaign, not of the request. */
  async function count(by: CampaignCaller, audience: CampaignAudience) {
    try {
      const { can_get: canGet } = await deps.audiences.count({ ...by, audience });
      return { canGet, problems: [] };
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'InvalidField' && error.code !== 'InvalidPattern'))
        throw error;
      return { canGet: null, problems: [{ code: error.code, field: 'audience.rules' }] };
    }
  }

  async function valuesFor(bot: string, message: CampaignMessage, userId: number | undefined): Promise<TemplateValues> {
    const chosen = userId ?? (await deps.lastSeen(bot));
    if (chosen === null) return () => '';
    const values = (await deps.valuesOf(bot, [chosen], variablesOf(message))).get(chosen);
    if (values === undefined && userId !== undefined) throw new AppError('NotFound', { field: 'user_id' });
    return values ?? (() => '');
  }

  return {
    list: async (bot, withArchived) => (await rows.all(bot, withArchived)).map((line) => presentLine(line, now())),
    get,
    async create(by, name, { copyOf, audience }) {
      const source = copyOf === undefined ? null : await existing(by.bot, copyOf, 'copy_of');
      const content = {
        name,
        audience: audience ?? source?.audience ?? z.parse(CampaignAudience, { kind: 'all' }),
        message: source?.message ?? z.parse(CampaignMessage, {}),
        sending:
          source === null ? z.parse(CampaignSending, {}) : { ...source.sending, date_send: null, finish_by: null },
      };
      return present(await rows.insert(by.bot, content, by));
    },
    async save(by, id, revision, changes) {
      if (changes.message?.media?.kind === 'voice') throw new AppError('InvalidField', { field: 'message.media.kind' });
      const before = await existing(by.bot, id);
      const content = {
        name: changes.name ?? before.name,
        audience: changes.audience ?? before.audience,
        message: changes.message ?? before.message,
        sending: changes.sending ?? before.sending,
      };
      // `before` is of this revision, or the statement finds nothing.
      if (before.status !== 'Draft') throw new AppError('CampaignStarted');
      const saved = before.revision === revision ? await rows.save(by.bot, id, revision, content, by) : undefined;
      if (saved !== undefined) return present(saved);
      const { status } = await existing(by.bot, id);
      throw new AppError(status === 'Draft' ? 'CampaignChanged' : 'CampaignStarted', { field: 'revision' });
    },
    async archive(bot, id, isArchived) {
      await existing(bot, id);
      const campaign = await rows.setArchived(bot, id, isArchived);
      if (campaign === undefined) throw new AppError('CampaignRunning');
      return present(campaign);
    },
    check: async (by, id) => problemsOf(by, await existing(by.bot, id)),
    async preview(bot, id, userId, showsValues) {
      const { message } = await existing(bot, id);
      const values = showsValues ? await valuesFor(bot, message, userId) : () => '';
      const { text, entities, buttons } = renderTemplate(message, values);
      return { text, entities, buttons, problems: renderedProblems(message, values) };
    },
    async run(by, id, revision) {
      const campaign = await existing(by.bot, id);
      // The answer to the first start got lost.
      if (campaign.status !== 'Draft' && campaign.revision === revision) return present(campaign);
      if (campaign.revision !== revision) throw new AppError('CampaignChanged', { field: 'revision' });
      await assertToken(by.bot);
      const [problem] = await problemsOf(by, campaign);
      if (problem !== undefined) {
        throw new AppError('CampaignNotReady', { field: problem.field, message: `${problem.field}: ${problem.code}` });
      }
      const event = campaign.sending.date_send === null ? 'started' : 'planned';
      const begun = await rows.begin(by.bot, id, event, revision);
      if (begun !== undefined) return changed(by.bot, begun);
      const now = await existing(by.bot, id);
      if (now.revision !== revision) throw new AppError('CampaignChanged', { field: 'revision' });
      return present(now);
    },
    async stop(bot, id) {
      await existing(bot, id);
      const campaign = await rows.happen(bot, id, 'stopped');
      if (campaign === undefined) throw new AppError('CampaignNotRunning');
      return changed(bot, campaign);
    },
    async resume(bot, id) {
      await existing(bot, id);
      await assertToken(bot);
      const campaign = await rows.happen(bot, id, 'resumed');
      if (campaign === undefined) throw new AppError('CampaignNotRunning');
      return changed(bot, campaign);
    },
    async finish(bot, id) {
      const { status } = await existing(bot, id);
      if (status === 'In_progress') throw new AppError('CampaignRunning');
      if (!(await ledger.finish(id, ['Cancel', 'Error']))) throw new AppError('CampaignNotRunning');
      return changed(bot, await existing(bot, id));
    },
    async repeat(bot, id, group) {
      const { status } = await existing(bot, id);
      if (!statusesBefore('repeated').includes(status)) throw new AppError('CampaignRunning');
      await assertToken(bot);
      if (!(await ledger.repeat(id, group))) throw new AppError('NoRecipients', { field: 'group' });
      return changed(bot, await existing(bot, id));
    },
  };
}
