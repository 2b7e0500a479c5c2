import {
  type Automation,
  CampaignAudience,
  CampaignMessage,
  type CampaignPreview,
  type CampaignProblem,
  CampaignSending,
  type CampaignSummary,
  CampaignVariants,
  type CampaignVersion,
  type CopiedPost,
  filesOfMessage,
  isPlannedAt,
  listVariables,
  listVersions,
  type Campaign as PresentedCampaign,
  type ReceivedCampaign,
  type RecordedPost,
  renderTemplate,
  type TemplateValues,
  type TemplateVariable,
  type VariantName,
  versionFor,
} from '@botscope/contract';
import * as z from 'zod/mini';
import type { RecordedBot } from '../../ingest/recording/make-events.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { BotSends } from '../bot-sends/bot-sends.ts';
import { statusesBefore } from '../campaign-engine/campaign-states.ts';
import { withFooter } from '../campaign-engine/delivery/message-call.ts';
import type { FooterOf, ValuesOf } from '../campaign-engine/engine-deps.ts';
import type { Ledger } from '../campaign-engine/recipients/ledger.ts';
import type { winnerStore } from '../campaign-engine/variants/winner-store.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { Targets } from '../targets/targets.ts';
import type { Audiences } from './audience.ts';
import { type CampaignCaller, createCampaignChecks } from './campaign-checks.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';
import type { CampaignStore } from './campaign-store.ts';
import { renderedProblems, templateProblems } from './check-campaign.ts';
import { assertMayName, withStoredConditions } from './shown-campaign.ts';
import {
  type CampaignContent,
  type CampaignLine,
  presentLine,
  type StoredCampaign,
  toCampaignLine,
} from './stored-campaign.ts';
import type { UserTimes } from './timing/user-times.ts';

type Changes = {
  [Part in keyof CampaignContent]?:
    | Exclude<CampaignContent[Part], Part extends 'automation' ? null : never>
    | undefined;
};

/** Makes the campaigns of the demo's past, once. */
export type EnsureDemoCampaigns = (bot: RecordedBot, now: number) => Promise<void>;

/** Campaigns that users are recipients of, the newest first. */
export interface ReceivedCampaigns {
  /** Lists the campaigns before one of them, or the newest. */
  page(
    bot: string,
    userId: number,
    options: { before?: number | undefined; visitor?: string | undefined },
  ): Promise<{ campaigns: ReceivedCampaign[]; next: number | null }>;
  /** All of them: as many as a bot can have. Without those of visitors of the demo. */
  all(bot: string, userId: number): Promise<ReceivedCampaign[]>;
}

/** Campaigns as colleagues write, start and stop them: docs/decisions/0029-campaigns.md. */
export interface Campaigns {
  /** Includes campaigns that this visitor of the demo made, but not those of other visitors. */
  list(bot: string, withArchived: boolean, visitor?: string): Promise<CampaignSummary[]>;
  /** @throws AppError NotFound (`campaign_id`) */
  get(bot: string, id: number): Promise<PresentedCampaign>;
  /** @throws AppError TooManyCampaigns, NotFound (`copy_of`), AccessDenied (`copy_of`, `message.text`) */
  create(
    by: CampaignCaller,
    name: string,
    from: {
      copyOf?: number | undefined;
      audience?: CampaignAudience | undefined;
      automation?: Automation | undefined;
      message?: CampaignMessage | undefined;
      sending?: CampaignSending | undefined;
      /** Request of the public API; `createdBy` finds the campaign by it. */
      request?: string | undefined;
    },
  ): Promise<PresentedCampaign>;
  /** Finds the campaign that a request of the public API has created; null if the request failed before. */
  createdBy(bot: string, request: string): Promise<PresentedCampaign | null>;
  wasStartedBy(id: number, request: string): Promise<boolean>;
  /** @throws AppError NotFound, CampaignStarted, CampaignChanged, InvalidField (`message.media.kind`), AccessDenied (`message.text`) */
  save(by: CampaignCaller, id: number, revision: number, changes: Changes): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignRunning, TooManyCampaigns */
  archive(bot: string, id: number, isArchived: boolean): Promise<PresentedCampaign>;
  /** @throws AppError NotFound */
  check(by: CampaignCaller, id: number): Promise<CampaignProblem[]>;
  /** Why a message, in place of the campaign's, would be refused; its file is not looked at. */
  messageProblems(campaign: StoredCampaign, message: CampaignMessage): Promise<CampaignProblem[]>;
  /** Without a user, as the one who was seen last. Variables that are not shown have only what stands in for them. @throws AppError NotFound */
  preview(
    bot: string,
    id: number,
    chosen: Partial<CampaignVersion> & { userId: number | undefined },
    shows: (name: TemplateVariable) => boolean,
  ): Promise<CampaignPreview>;
  /** @throws AppError NotFound, CampaignChanged, CampaignNotReady, NeedToken */
  run(by: CampaignCaller, id: number, revision: number, request?: string): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignNotRunning */
  stop(bot: string, id: number): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, NeedToken, CampaignNotRunning for one that was not stopped, CampaignNotReady */
  resume(by: CampaignCaller, id: number): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignRunning while it is being sent, CampaignNotRunning before */
  finish(bot: string, id: number): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, CampaignNotRunning where there is nothing to decide */
  chooseWinner(bot: string, id: number, variant: VariantName): Promise<PresentedCampaign>;
  /** @throws AppError NotFound, NeedToken, CampaignRunning, NoRecipients */
  repeat(bot: string, id: number, group: 'not_delivered' | 'unknown'): Promise<PresentedCampaign>;
}

/** Someone may still wait for their own time. */
const hasUserTimes = ({ status, sending, counts }: StoredCampaign): boolean =>
  sending.user_time !== null && status !== 'Draft' && status !== 'Done' && counts.waiting > 0;

const noContents = { message: z.parse(CampaignMessage, {}), variants: z.parse(CampaignVariants, {}) };

/** An automation is edited while it is stopped. */
const isEditable = ({ status, automation }: StoredCampaign): boolean =>
  status === 'Draft' || (automation !== null && (status === 'Cancel' || status === 'Error'));

export function createCampaigns(deps: {
  rows: CampaignStore;
  ledger: Pick<Ledger, 'finish' | 'repeat'>;
  tests: Pick<ReturnType<typeof winnerStore>, 'choose'>;
  files: Pick<CampaignFileStore, 'checked'>;
  audiences: Pick<Audiences, 'count'>;
  valuesOf: ValuesOf;
  footerOf: FooterOf;
  /** Tenths of a Star. */
  starBalance: (bot: string) => Promise<number>;
  unreadableChats: (bot: string, chats: readonly string[]) => Promise<ReadonlySet<string>>;
  lastSeen: (bot: string) => Promise<number | null>;
  recordedPost: (bot: string, post: CopiedPost) => Promise<RecordedPost | null>;
  customFields: Pick<CustomFields, 'list'>;
  targets: Pick<Targets, 'countedOf'>;
  namesOf: AccountNames;
  /** Whether the product can call Telegram for the bot. */
  hasToken: (bot: string) => Promise<boolean>;
  /** The most that the operator allows, messages a second. */
  maxSpeed: number;
  /** Everyone sees what it has of its own. */
  demoBotKey?: string | null;
  bus: Pick<Bus, 'publish'>;
  userTimes: UserTimes;
  botSends: Pick<BotSends, 'load'>;
  /** Whether users could open tracked links. */
  canTrack: boolean;
  now?: () => number;
}): Campaigns {
  const { rows, ledger, files, bus, now = Date.now } = deps;

  async function existing(bot: string, id: number, field = 'campaign_id'): Promise<StoredCampaign> {
    const campaign = await rows.one(bot, id);
    if (campaign === undefined) throw new AppError('NotFound', { field });
    return campaign;
  }

  const toSummary = (line: CampaignLine): CampaignSummary => ({
    ...presentLine(line, now()),
    ...(line.bot === deps.demoBotKey && line.visitor === null && { is_example: true }),
  });
  async function presentCampaign(campaign: StoredCampaign): Promise<PresentedCampaign> {
    const { message, createdBy, updatedBy } = campaign;
    const [names, filesById] = await Promise.all([deps.namesOf([createdBy, updatedBy]), loadFiles(campaign)]);
    const fileNames = Object.fromEntries([...filesById].map(([id, { name }]) => [id, name]));
    return {
      ...toSummary(toCampaignLine(campaign)),
      revision: campaign.revision,
      automation: campaign.automation,
      audience: campaign.audience,
      message,
      sending: campaign.sending,
      variants: campaign.variants,
      test: campaign.test,
      user_times: hasUserTimes(campaign) ? await deps.userTimes(campaign.id, now()) : null,
      control_group: campaign.controlGroup,
      bot_per_second: campaign.status === 'In_progress' ? deps.botSends.load(campaign.bot).perSecond : 0,
      file_name: fileNames[message.media?.file ?? ''] ?? null,
      file_names: fileNames,
      created_by: names.get(createdBy ?? '') ?? '',
      updated_by: names.get(updatedBy ?? '') ?? '',
      date_update: campaign.updatedAt.toISOString(),
    };
  }
  /** The files of all of its messages that are there. */
  async function loadFiles(campaign: Pick<StoredCampaign, 'bot' | 'message' | 'variants'>) {
    const ids = new Set(listVersions(campaign).flatMap(({ message }) => filesOfMessage(message)));
    const checkedFiles = await Promise.all([...ids].map((id) => files.checked(campaign.bot, id)));
    return new Map(checkedFiles.flatMap((file) => (file === null ? [] : [[file.id, file] as const])));
  }
  const get = async (bot: string, id: number) => presentCampaign(await existing(bot, id));
  const { problemsOf, assertReady } = createCampaignChecks({ ...deps, filesOf: loadFiles, now });

  /** Processes that send look at the bot now. */
  function publishChange(bot: string, campaign: StoredCampaign): Promise<PresentedCampaign> {
    bus.publish('campaigns-changed', bot);
    return presentCampaign(campaign);
  }
  async function assertToken(bot: string): Promise<void> {
    if (!(await deps.hasToken(bot))) throw new AppError('NeedToken');
  }

  async function valuesFor(
    bot: string,
    messages: readonly CampaignMessage[],
    userId: number | undefined,
  ): Promise<TemplateValues> {
    const previewUserId = userId ?? (await deps.lastSeen(bot));
    if (previewUserId === null) return () => '';
    const values = (await deps.valuesOf(bot, [previewUserId], messages.flatMap(listVariables))).get(previewUserId);
    if (values === undefined && userId !== undefined) throw new AppError('NotFound', { field: 'user_id' });
    return values ?? (() => '');
  }

  return {
    list: async (bot, withArchived, visitor) => (await rows.all(bot, withArchived, visitor)).map(toSummary),
    get,
    async create(caller, name, { copyOf, audience, automation, message, sending, request }) {
      assertKind(message);
      // The answer has everything that the other one says.
      if (copyOf !== undefined && !caller.permissions.keys.has('tasker.task.view'))
        throw new AppError('AccessDenied', { field: 'copy_of' });
      const source = copyOf === undefined ? null : await existing(caller.bot, copyOf, 'copy_of');
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
      const before = await existing(caller.bot, id);
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
      if (listVersions(content).some(({ message }) => message.media?.kind === 'voice'))
        throw new AppError('InvalidField', { field: 'message.media.kind' });
      // `before` is of this revision, or the statement finds nothing.
      if (!isEditable(before)) throw new AppError('CampaignStarted');
      const updatedCampaign =
        before.revision === revision ? await rows.save(caller.bot, id, revision, content, caller) : undefined;
      if (updatedCampaign !== undefined) return presentCampaign(updatedCampaign);
      const isChanged = isEditable(await existing(caller.bot, id));
      throw new AppError(isChanged ? 'CampaignChanged' : 'CampaignStarted', { field: 'revision' });
    },
    async archive(bot, id, isArchived) {
      await existing(bot, id);
      const campaign = await rows.setArchived(bot, id, isArchived);
      if (campaign === undefined) throw new AppError('CampaignRunning');
      return presentCampaign(campaign);
    },
    check: async (caller, id) => problemsOf(caller, await existing(caller.bot, id)),
    async messageProblems({ bot }, message) {
      const fields = await deps.customFields.list(bot);
      const fieldKeys = fields.filter(({ status }) => status !== 'archived').map(({ key }) => key);
      return templateProblems(message, { fields: new Set(fieldKeys), canTrack: deps.canTrack });
    },
    async preview(bot, id, { userId, variant = 'A', language }, shows) {
      const campaign = await existing(bot, id);
      const all = listVersions(campaign).map(({ message }) => message);
      const userValues = shows('language') ? await valuesFor(bot, all, userId) : () => '';
      const values: TemplateValues = (name) => (shows(name) ? userValues(name) : '');
      const version = versionFor(campaign, variant, language ?? values('language'));
      if (version === undefined) throw new AppError('NotFound', { field: 'variant' });
      const footer = deps.footerOf(bot, { campaignId: id, audience: campaign.audience });
      const { text, entities, buttons } = withFooter(renderTemplate(version.message, values), footer);
      const { post } = version.message;
      const postPreview = post && (await deps.recordedPost(bot, post));
      return {
        ...(postPreview && { post: postPreview }),
        ...{ text, entities, buttons, problems: renderedProblems(version.message, values) },
        version: { variant: version.variant, language: version.language },
      };
    },
    async run(caller, id, revision, request) {
      const campaign = await existing(caller.bot, id);
      // The answer to the first start got lost.
      if (campaign.status !== 'Draft' && campaign.revision === revision) return presentCampaign(campaign);
      if (campaign.revision !== revision) throw new AppError('CampaignChanged', { field: 'revision' });
      await assertToken(caller.bot);
      await assertReady(caller, campaign);
      const event = isPlannedAt(campaign.sending, now()) ? 'planned' : 'started';
      const startedCampaign = await rows.begin(caller.bot, id, event, revision, request);
      if (startedCampaign !== undefined) return publishChange(caller.bot, startedCampaign);
      const currentCampaign = await existing(caller.bot, id);
      if (currentCampaign.revision !== revision) throw new AppError('CampaignChanged', { field: 'revision' });
      return presentCampaign(currentCampaign);
    },
    async stop(bot, id) {
      await existing(bot, id);
      const campaign = await rows.happen(bot, id, 'stopped');
      if (campaign === undefined) throw new AppError('CampaignNotRunning');
      return publishChange(bot, campaign);
    },
    async resume(caller, id) {
      const { bot } = caller;
      const before = await existing(bot, id);
      await assertToken(bot);
      // It may have been edited since.
      if (before.automation !== null && isEditable(before)) await assertReady(caller, before);
      const campaign = await rows.happen(bot, id, 'resumed');
      if (campaign === undefined) throw new AppError('CampaignNotRunning');
      return publishChange(bot, campaign);
    },
    async finish(bot, id) {
      const { status, automation } = await existing(bot, id);
      if (status === 'In_progress') throw new AppError('CampaignRunning');
      // An automation that is stopped stays so.
      if (automation !== null) throw new AppError('CampaignNotRunning');
      if (!(await ledger.finish(id, ['Cancel', 'Error']))) throw new AppError('CampaignNotRunning');
      return publishChange(bot, await existing(bot, id));
    },
    async chooseWinner(bot, id, variant) {
      await existing(bot, id);
      if (!(await deps.tests.choose(bot, id, variant))) throw new AppError('CampaignNotRunning');
      return publishChange(bot, await existing(bot, id));
    },
    async repeat(bot, id, group) {
      const { status } = await existing(bot, id);
      if (!statusesBefore('repeated').includes(status)) throw new AppError('CampaignRunning');
      await assertToken(bot);
      if (!(await ledger.repeat(id, group))) throw new AppError('NoRecipients', { field: 'group' });
      return publishChange(bot, await existing(bot, id));
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
