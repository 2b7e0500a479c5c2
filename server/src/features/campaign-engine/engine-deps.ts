import type { CampaignAudience, MessageButton, TemplateValues, TemplateVariable, WinnerRule } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { RecordedBot } from '../../ingest/recording/make-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import type { Circuits } from '../../telegram/sending/circuit.ts';
import type { BotSends } from '../bot-sends/bot-sends.ts';
import type { Work } from '../feature.ts';
import type { LinkTarget } from './delivery/link-token.ts';

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

/** A bot as the sender needs it. */
export interface SendingBot extends RecordedBot {
  apiRoot: string;
  /** Null: it cannot send. */
  token: string | null;
}

export interface SenderDeps {
  db: Kysely<Tables>;
  /** Names the data directory of this process. */
  instance: string;
  /** Null for a bot that is gone. */
  bot: (key: string) => Promise<SendingBot | null>;
  call: CallTelegram;
  /** State of the bot's way to Telegram, as `call` has seen it. */
  circuits: Pick<Circuits, 'of'>;
  store: Pick<EventStore, 'write'>;
  audienceOf: AudienceOf;
  valuesOf: ValuesOf;
  zonesOf: ZonesOf;
  leftOf: LeftOf;
  skippedOf: SkippedOf;
  footerOf: FooterOf;
  sentFootersOf: SentFootersOf;
  files: CampaignFileSource;
  writeOutcomes: WriteOutcomes;
  scoresOf: ScoresOf;
  botSends: Pick<BotSends, 'load' | 'announce'>;
  onEnd: OnCampaignEnd;
  /** The Stars of a bot, in tenths. */
  starBalance: (bot: string) => Promise<number>;
  /** The tracked address of a link; undefined where users cannot open any. */
  linkTo?: ((target: LinkTarget) => string) | undefined;
  /** Messages a second that the campaigns of a bot may send together. */
  maxSpeed: number;
  logger: Pick<Logger, 'error' | 'warn'>;
  /** For tests; else moments of the metadata store are its own. */
  clock?: (() => number) | undefined;
  /** For tests; durations are measured by it, and everything where the above is not given. */
  time?: Clock | undefined;
}

/** The part of it that campaigns know: their users, messages, files, bots and links. */
export type SendingPorts = Pick<
  SenderDeps,
  | 'bot'
  | 'call'
  | 'circuits'
  | 'store'
  | 'audienceOf'
  | 'valuesOf'
  | 'zonesOf'
  | 'leftOf'
  | 'skippedOf'
  | 'footerOf'
  | 'sentFootersOf'
  | 'files'
  | 'starBalance'
  | 'linkTo'
>;

/** Sends the campaigns of all bots. */
export interface CampaignSender {
  /** Until it is closed; what is on its way then is waited for. */
  start(): Work;
  /** A campaign of the bot was started, resumed or planned: looked at now rather than in some seconds. */
  wake(bot: string): void;
}
