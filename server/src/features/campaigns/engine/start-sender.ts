import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { RecordedBot } from '../../../ingest/recording/make-events.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { CallTelegram } from '../../../telegram/sending/call-telegram.ts';
import type { Work } from '../../feature.ts';
import type { AudienceOf, CampaignFileSource, SkippedOf, ValuesOf, WriteOutcomes } from './engine-deps.ts';

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
  store: Pick<EventStore, 'write'>;
  audienceOf: AudienceOf;
  valuesOf: ValuesOf;
  skippedOf: SkippedOf;
  files: CampaignFileSource;
  writeOutcomes: WriteOutcomes;
  /** Messages a second that the campaigns of a bot may send together. */
  maxSpeed: number;
  logger: Pick<Logger, 'error' | 'warn'>;
}

/** Sends the campaigns of all bots. */
export interface CampaignSender {
  /** Until it is closed; what is on its way then is waited for. */
  start(): Work;
  /** A campaign of the bot was started, resumed or planned: looked at now rather than in some seconds. */
  wake(bot: string): void;
}
