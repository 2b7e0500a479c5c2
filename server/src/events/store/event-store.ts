import type { Event } from '@botscope/contract';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Rollup } from '../rollups/rollup.ts';
import type { CampaignOutcome } from './campaign-outcomes.ts';
import type { Rejection } from './encode-rows.ts';
import type { Engine, Statement, TargetFile } from './engine/engine.ts';
import type { ErasedRows, UserErasure } from './erase-users.ts';
import type { ReadPayload } from './reparse-launches.ts';
import type { MemberChange } from './segment-members.ts';
import type { SpoolOptions } from './spool.ts';
import type { WriterLimits } from './writer.ts';

export type { Rollup } from '../rollups/rollup.ts';
export type { CampaignOutcome } from './campaign-outcomes.ts';
export type { Rejection } from './encode-rows.ts';
export type { FileFormat, Parameter, Statement, TargetFile } from './engine/engine.ts';
export type { ErasedRows, UserErasure } from './erase-users.ts';
export type { ReadPayload } from './reparse-launches.ts';

export interface EventStoreHealth {
  /** True while rows are taken: into the spool, which stands in for an engine that is away. */
  takesRows: boolean;
  /** False while the engine does not take rows, or is slow to: they wait in the spool. */
  ready: boolean;
  engine: Engine['kind'];
  spooledRows: number;
  spooledBytes: number;
  lastError: string | null;
  /** With several servers: the same of each. */
  servers?: Record<string, EventStoreHealth>;
}

/** Rows since the store was opened, those found in the spool included: accepted, and stored in the engine. */
export interface SpoolPosition {
  appended: number;
  removed: number;
}

/** All events of all bots. */
export interface EventStore {
  /**
   * Resolves when every row is durable: in the fsynced spool, from where it reaches the engine a moment later (at most
   * a second, or when the engine is back). Rejects with StoreUnavailable only if neither spool nor engine could take it.
   * Rows that cannot be stored at all are handed to `onRejected` and fail nobody.
   */
  write(events: readonly Event[]): Promise<void>;
  /** Asks the engine, which knows all that was acknowledged before unless it fails; rejects with QueryTooHeavy, StoreUnavailable or the signal's reason. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Writes what a question answers to a file of this process; otherwise like `query`. A failure may leave a part of it. */
  writeFile(statement: Statement, file: TargetFile): Promise<void>;
  /**
   * Unix ms up to which all that was accepted is in the engine; null: a statement that waited its turn knows everything
   * acknowledged before it. On a busy machine rows may reach the engine seconds later, and not in the order of time.
   */
  completeUntil(bot: string): Promise<number | null>;
  /** Loads the data that may be read instead of a bot's events; valid for a minute. Rejects with StoreUnavailable. */
  rollup(bot: string): Promise<Rollup | undefined>;
  /**
   * Advances the roll-up to a moment (Unix ms of a UTC midnight) as far as no insert can still change it, and rebuilds
   * the rows of `users` that contain a losing copy. To be called every few minutes. Rejects with StoreUnavailable; safe to
   * repeat. One call at a time per bot, `deleteBefore` and `reparseLaunches` included.
   */
  rollUp(bot: string, until: number): Promise<void>;
  /** Deletes everything of a bot permanently. Rejects with StoreUnavailable; safe to repeat. */
  deleteBot(bot: string): Promise<void>;
  /**
   * Deletes the actions before a moment (Unix ms); first contacts, blocks, returns and launches stay. Returns the number
   * of rows deleted. Rejects with StoreUnavailable; safe to repeat. One call at a time per bot.
   */
  deleteBefore(bot: string, before: number): Promise<number>;
  /**
   * Deletes what a Mini App of a bot has reported; returns the number of rows. Rejects with StoreUnavailable; safe to
   * repeat. One call at a time per bot.
   */
  deleteHits(bot: string, app: number): Promise<number>;
  /** Deletes what a website has reported; otherwise like `deleteHits`. */
  deleteSiteHits(bot: string, site: number): Promise<number>;
  /**
   * Parses all launch payloads of a bot again and corrects the launches that change, with their rows in `users`; returns
   * their number. Rejects with StoreUnavailable; safe to repeat. One call at a time per bot.
   */
  reparseLaunches(bot: string, read: ReadPayload): Promise<number>;
  /** Changes who is in a list of users. Rejects with StoreUnavailable; safe to repeat. */
  changeMembers(bot: string, change: MemberChange): Promise<void>;
  /** Stores outcomes of a bot's campaigns; durable when it resolves. Rejects with StoreUnavailable; safe to repeat. */
  writeCampaignOutcomes(bot: string, outcomes: readonly CampaignOutcome[]): Promise<void>;
  /**
   * Deletes everything about users, or gives their events to new numbers. Returns the rows found, by table. Rejects with
   * StoreUnavailable; safe to repeat with the same numbers. One call at a time per bot.
   */
  eraseUsers(bot: string, erasure: UserErasure): Promise<ErasedRows>;
  /** Rows of users in all tables. Rejects with StoreUnavailable. */
  countUserRows(bot: string, users: readonly number[]): Promise<number>;
  /**
   * Rewrites files that contain deleted rows of users, for all bots together: of hundreds of gigabytes it takes long.
   * Returns the engine's clock afterwards, Unix ms. Rejects with StoreUnavailable; safe to repeat.
   */
  purgeDeleted(): Promise<number>;
  /** Whether the engine still has files that were replaced before a moment of its clock (Unix ms). Rejects with StoreUnavailable. */
  hasReplacedFiles(before: number): Promise<boolean>;
  /** For tests and shutdown: resolves when everything written is in the engine, the spool included. */
  flush(): Promise<void>;
  health(): EventStoreHealth;
  /** Positions of the rows that this process accepted, in each of its spools: one for each server. */
  spoolPositions(): readonly SpoolPosition[];
  /** Rebuilds the rows of `users` of one bot from its events. */
  rebuildUsers(bot: string): Promise<void>;
  /** Answers everyone who waits, then lets go of the engine. */
  close(): Promise<void>;
}

export interface EventStoreOptions {
  dataDir: string;
  /** `http://user:password@host:8123/database`; without it the embedded engine keeps its files under `dataDir`. */
  clickhouseUrl?: string;
  logger: Logger;
  onRejected: (rejections: Rejection[]) => void;
  /** Registry of the counters. */
  metrics?: Registry;
  /** The ID of the server, where there are several: each has a spool and counters of its own. */
  serverId?: string;
  /** The spool's folder in the data directory (default `spool`). */
  spoolFolder?: string;
  /** The cluster whose replicas have the tables. */
  cluster?: string | undefined;
  /** Runs the migrations of a shared server while no other process does. */
  withLock?: <T>(work: () => Promise<T>) => Promise<T>;
  /** An insert that takes longer makes the store "not ready", ms (default 2,000). */
  timeoutMs?: number;
  /** Time limit for `close` to get the spool's rows into the engine, ms (default 5,000). */
  stopWaitMs?: number;
  /** Least time between two inserts, ms (default 1,000); a question does not wait for it. */
  intervalMs?: number;
  /**
   * Time limit of a question's wait for rows acknowledged before it, ms (default 300: an insert takes 20–50; an answer
   * a moment old is better than none).
   */
  catchUpMs?: number;
  /** Pause between two attempts to reach a failing engine, ms (default 1,000). */
  retryMs?: number;
  /** Time limit of the wait for a process that has the data directory, ms (default 0). */
  lockWaitMs?: number;
  /** Time limit of statements and inserts of any process, ms (default 120,000). */
  rollupTimeoutMs?: number;
  /** Limit of the spool, bytes (default 4 GB). */
  maxSpoolBytes?: number;
  writerLimits?: WriterLimits;
  /** Opens the files of the spool; tests put a full disk here. */
  openSpoolFile?: SpoolOptions['openFile'];
}
