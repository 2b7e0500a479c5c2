import type {
  Automation,
  Campaign,
  CampaignAudience,
  CampaignMessage,
  CampaignPreview,
  CampaignProblem,
  CampaignSending,
  CampaignSummary,
  CampaignVersion,
  ReceivedCampaign,
  TemplateVariable,
  VariantName,
} from '@botscope/contract';
import type { RecordedBot } from '../../ingest/recording/make-events.ts';
import type { CampaignCaller } from './campaign-checks.ts';
import type { CampaignContent, StoredCampaign } from './stored-campaign.ts';

export type { CampaignStore } from './campaign-store.ts';
export { recordedMessage, withOwnData } from './demo/neutral-data.ts';
export { loadProfiles } from './recipient-values.ts';
export type { Recipients } from './recipients.ts';
export type { LoadCampaignSettings } from './sending-parts.ts';
export type { StoredCampaign } from './stored-campaign.ts';

/** Parts of a campaign to be changed. */
export type CampaignChanges = {
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
    options: { before?: number | undefined },
  ): Promise<{ campaigns: ReceivedCampaign[]; next: number | null }>;
  /** All of them: as many as a bot can have. */
  all(bot: string, userId: number): Promise<ReceivedCampaign[]>;
}

/** Campaigns as colleagues write, start and stop them: docs/decisions/0029-campaigns.md. */
export interface Campaigns {
  /** Without campaigns that other visitors of the demo made. */
  list(bot: string, withArchived: boolean): Promise<CampaignSummary[]>;
  /** @throws AppError NotFound (`campaign_id`) */
  get(bot: string, id: number): Promise<Campaign>;
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
  ): Promise<Campaign>;
  /** Finds the campaign that a request of the public API has created; null if the request failed before. */
  createdBy(bot: string, request: string): Promise<Campaign | null>;
  wasStartedBy(id: number, request: string): Promise<boolean>;
  /** @throws AppError NotFound, CampaignStarted, CampaignChanged, InvalidField (`message.media.kind`), AccessDenied (`message.text`) */
  save(by: CampaignCaller, id: number, revision: number, changes: CampaignChanges): Promise<Campaign>;
  /** @throws AppError NotFound, CampaignRunning, TooManyCampaigns */
  archive(bot: string, id: number, isArchived: boolean): Promise<Campaign>;
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
  run(by: CampaignCaller, id: number, revision: number, request?: string): Promise<Campaign>;
  /** @throws AppError NotFound, CampaignNotRunning */
  stop(bot: string, id: number): Promise<Campaign>;
  /** @throws AppError NotFound, NeedToken, CampaignNotRunning for one that was not stopped, CampaignNotReady */
  resume(by: CampaignCaller, id: number): Promise<Campaign>;
  /** @throws AppError NotFound, CampaignRunning while it is being sent, CampaignNotRunning before */
  finish(bot: string, id: number): Promise<Campaign>;
  /** @throws AppError NotFound, CampaignNotRunning where there is nothing to decide */
  chooseWinner(bot: string, id: number, variant: VariantName): Promise<Campaign>;
  /** @throws AppError NotFound, NeedToken, CampaignRunning, NoRecipients */
  repeat(bot: string, id: number, group: 'not_delivered' | 'unknown'): Promise<Campaign>;
}
