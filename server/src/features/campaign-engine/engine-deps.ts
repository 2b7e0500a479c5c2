import type { CampaignAudience, MessageButton, TemplateValues, TemplateVariable, WinnerRule } from '@botscope/contract';

/**
 * Lists the recipients of a campaign that is prepared: the users of an audience who can get messages, without those who
 * are excluded, rising from after one of them, in chunks of at most 10,000. Decided when it begins.
 */
export type AudienceOf = (
  campaign: { bot: string; campaignId: number; audience: CampaignAudience; timeZone: string },
  afterId: number,
) => AsyncIterable<readonly number[]>;

/** Values of the variables of some users, at most 1,300. A user who is not known has none. */
export type ValuesOf = (
  bot: string,
  userIds: readonly number[],
  variables: readonly TemplateVariable[],
) => Promise<ReadonlyMap<number, TemplateValues>>;

/** The time zones of some users, at most 10,000. A user whose own is not known has none. */
export type ZonesOf = (bot: string, userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** The campaign that users are about to get. */
export interface SentTo {
  campaignId: number;
  audience: Pick<CampaignAudience, 'is_service' | 'without_recent_hours'>;
}

/** Why a user whose turn it is gets nothing; `later`: another campaign is just writing to them. */
export type Skip = 'left' | 'excluded' | 'unsubscribed' | 'capped' | 'erased' | 'later';

/** Filters at most 1,300 users to those who have left the bot. */
export type LeftOf = (bot: string, userIds: readonly number[]) => Promise<ReadonlySet<number>>;

/**
 * Finds which of at most 1,000 users get nothing, and why. Called right before the message is sent. `left` says who has
 * left; without it that is read, too.
 */
export type SkippedOf = (
  bot: string,
  userIds: readonly number[],
  campaign: SentTo,
  left?: () => Promise<ReadonlySet<number>>,
) => Promise<ReadonlyMap<number, Skip>>;

/** Button that is added below the messages of a bot's campaigns; null: none. */
export type FooterOf = (bot: string, campaign: SentTo) => MessageButton | null;

/** Buttons below messages that some users have already; otherwise like `FooterOf`. */
export type SentFootersOf = (
  bot: string,
  userIds: readonly number[],
  campaign: SentTo,
) => Promise<(userId: number, language: string) => MessageButton | null>;

/** A file of a campaign: by Telegram's id where it has one for this kind, else its bytes. */
export interface CampaignFileSource {
  /** Null where the file is gone. */
  find(
    bot: string,
    id: string,
    kind: string,
  ): Promise<{ fileId: string } | { name: string; type: string; bytes: number; read(): Promise<Blob> } | null>;
  /** Telegram knows it by this id now. */
  keepFileId(bot: string, id: string, kind: string, fileId: string): Promise<void>;
  /** Telegram does not take the id any more. */
  forgetFileId(bot: string, id: string): Promise<void>;
}

/**
 * Campaigns of the bot ended by themselves: the same statement has written that into `campaign_ends`. Called by the process
 * whose statement it was; never throws.
 */
export type OnCampaignEnd = (bot: string) => void;

/** Outcome of a recipient's message, for the analytics. */
export interface RecipientOutcome {
  bot: string;
  campaignId: number;
  userId: number;
  /** `Control`: kept from getting it. */
  status: 'Done' | 'Error' | 'Cancel' | 'Control';
  reason: string;
  /** Unix ms. */
  at: number;
  /** 0 where it is unknown. */
  messageId: number;
  /** Index of the variant. */
  variant: number;
  language: string;
}

/** Scores of a test so far: for each variant, the users it reached and those who count for it within `hours`. */
export type ScoresOf = (test: {
  bot: string;
  campaignId: number;
  variants: number;
  rule: WinnerRule;
  hours: number;
}) => Promise<{ delivered: number; users: number }[]>;

/** Durable when it resolves; the same outcome again is the same row, a later one of the same recipient replaces it. */
export type WriteOutcomes = (outcomes: readonly RecipientOutcome[]) => Promise<void>;
