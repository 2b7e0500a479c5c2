import type { CampaignAudience, TemplateValues, TemplateVariable } from '@botscope/contract';

/**
 * Whom a campaign that is prepared goes to: the users of an audience who can get messages, without those who are excluded,
 * rising from after one of them, in chunks of at most 10,000. Decided when it begins.
 */
export type AudienceOf = (
  campaign: { bot: string; campaignId: number; audience: CampaignAudience; timeZone: string },
  afterId: number,
) => AsyncIterable<readonly number[]>;

/** Values of the variables of some users, at most 1,000. A user who is not known has none. */
export type ValuesOf = (
  bot: string,
  userIds: readonly number[],
  variables: readonly TemplateVariable[],
) => Promise<ReadonlyMap<number, TemplateValues>>;

/** Why a user whose turn it is gets nothing; null: they get it. Asked of at most 1,000 users right before the call. */
export type SkippedOf = (
  bot: string,
  userIds: readonly number[],
) => Promise<ReadonlyMap<number, 'left' | 'excluded' | 'erased'>>;

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

/** What came of a recipient's message, for the analytics. */
export interface RecipientOutcome {
  bot: string;
  campaignId: number;
  userId: number;
  status: 'Done' | 'Error' | 'Cancel';
  reason: string;
  /** Unix ms. */
  at: number;
  /** 0 where it is unknown. */
  messageId: number;
}

/** Durable when it resolves; the same outcome again is the same row, a later one of the same recipient replaces it. */
export type WriteOutcomes = (outcomes: readonly RecipientOutcome[]) => Promise<void>;
