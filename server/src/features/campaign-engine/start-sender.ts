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
import type {
  AudienceOf,
  CampaignFileSource,
  FooterOf,
  LeftOf,
  OnCampaignEnd,
  ScoresOf,
  SentFootersOf,
  SkippedOf,
  ValuesOf,
  WriteOutcomes,
  ZonesOf,
} from './engine-deps.ts';

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

/** Sends the campaigns of all bots. */
export interface CampaignSender {
  /** Until it is closed; what is on its way then is waited for. */
  start(): Work;
  /** A campaign of the bot was started, resumed or planned: looked at now rather than in some seconds. */
  wake(bot: string): void;
}
