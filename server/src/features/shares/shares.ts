import {
  keyNumbersType,
  mayRead,
  type Permissions,
  type ReportType,
  reportTypes,
  type Share,
  type ShareDraft,
  SharedQuery,
  type SharedType,
} from '@botscope/contract';
import * as z from 'zod/v4/core';
import { AppError } from '../../platform/errors.ts';
import { toIso } from '../../platform/metadata/database-time.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { createSealer, type Sealer } from '../../platform/outgoing/sealer.ts';
import { missingOfWords } from '../../platform/revealed-number.ts';
import { missingPart } from '../../platform/revealed-parts.ts';
import { dayMs } from '../../platform/time-units.ts';
import { type Grants, loadGrants, permissionsFor } from '../access/access.ts';
import type { AuditSubject } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { reduceQuery, reportsOf } from './share-question.ts';
import { createShareStore, newShareToken, type ShareRow } from './share-store.ts';
import { createShareTickets } from './share-tickets.ts';

/** More are hardly meant; the list of a bot is read in one piece. */
export const maxShares = 100;

/** A link that answers at this moment. */
export interface OpenShare {
  id: number;
  bot: BotRow;
  type: SharedType;
  /** The reports of it that its maker may read. */
  reports: readonly ReportType[];
  query: SharedQuery;
  title: string;
  embeddable: boolean;
  readerPeriod: boolean;
  readerFilter: boolean;
  hasPassword: boolean;
  /** The maker's: days begin at its midnights. */
  timeZone: string;
  /** The maker's, now: readers see no more than the maker does. */
  permissions: Permissions;
}

/** Links to one report or to the summary, for readers without an account. */
export interface Shares {
  /** `permissions` are those of the requesting account: it gets no token of links to reports that it may not read. */
  list(bot: BotRow, permissions: Permissions): Promise<Share[]>;
  /** @throws AppError AccessDenied for a report that the maker may not read, TooManyShares beyond 100. */
  create(bot: BotRow, permissions: Permissions, draft: ShareDraft, by: AuditSubject): Promise<Share>;
  /** @throws AppError NotFound for one that this bot does not have, or no more. */
  revoke(bot: BotRow, id: number, by: AuditSubject): Promise<void>;
  /** @throws AppError NotFound: unknown, revoked, expired, or its maker may no longer share it. The error does not say which. */
  open(token: string): Promise<OpenShare>;
  /** A ticket for the right password. @throws AppError InvalidPassword */
  unlock(share: OpenShare, password: string): Promise<string>;
  /** Goes on with a ticket that opens the link; null where the password must be typed. */
  renew(share: OpenShare, ticket: string | undefined): string | null;
  /** Counts a view. */
  seen(share: OpenShare): Promise<void>;
}

interface SharesDeps {
  metadata: Pick<Metadata, 'db'>;
  /** APP_SECRET: seals tokens, signs tickets. */
  secret: string;
  botOf: (key: string) => Promise<BotRow | null>;
  password: {
    hash(plain: string): Promise<string>;
    verifyForLink(question: { hash: string; password: string }): Promise<boolean>;
  };
  now: () => number;
}

const isOver = ({ expires_at }: ShareRow, now: number): boolean =>
  expires_at !== null && new Date(expires_at).getTime() <= now;

/** The links of a bot, as far as an account may see them. */
function createShareList(deps: {
  db: Metadata['db'];
  store: ReturnType<typeof createShareStore>;
  sealer: Sealer;
  now: () => number;
}) {
  const { db, store, sealer, now } = deps;

  async function grantsOfAll(rows: readonly ShareRow[]): Promise<Map<string, Grants>> {
    const makers = new Set(rows.flatMap(({ created_by }) => created_by ?? []));
    return new Map(await Promise.all([...makers].map(async (key) => [key, await loadGrants(db, key)] as const)));
  }

  /** Sealed with another APP_SECRET, the link still works; it can be revoked, and no more be copied. */
  function openToken({ token_sealed }: ShareRow): string | null {
    try {
      return sealer.open(token_sealed);
    } catch {
      return null;
    }
  }

  return async (bot: BotRow, permissions: Permissions): Promise<Share[]> => {
    const rows = await store.ofBot(bot.key);
    const grants = await grantsOfAll(rows);
    return rows.map((row) => {
      const type = typeOf(row);
      const query = parseQuery(row);
      const maker = makerPermissions(row, bot, grants.get(row.created_by ?? ''));
      return {
        id: Number(row.id),
        token: isReadable(permissions, type, query) ? openToken(row) : null,
        type_report: type,
        query: visibleQuery(permissions, query),
        title: row.title,
        state: isOver(row, now()) ? 'expired' : readable(maker, type, query).length === 0 ? 'stopped' : 'open',
        author: row.name || row.email || row.telegram_name || '',
        created_at: new Date(row.created_at).toISOString(),
        expires_at: toIso(row.expires_at),
        has_password: row.password_hash !== null,
        embeddable: row.embeddable,
        reader_period: row.reader_period,
        reader_filter: row.reader_filter,
        views: row.views,
        last_viewed_at: toIso(row.last_viewed_at),
      };
    });
  };
}

export function createShares({ metadata, secret, botOf, password, now }: SharesDeps): Shares {
  const store = createShareStore(metadata.db);
  const sealer = createSealer(secret);
  const tickets = createShareTickets(sealer, now);
  const list = createShareList({ db: metadata.db, store, sealer, now });
  /** Password hashes stay in here: what is open to the routes has none. */
  const hashes = new WeakMap<OpenShare, string>();
  const toLock = (share: OpenShare) => ({ id: share.id, password_hash: hashes.get(share) ?? null });

  return {
    list,
    async create(bot, permissions, draft, subject) {
      const { type_report, query, title, days, embeddable, reader_period, reader_filter } = draft;
      if (!isReadable(permissions, type_report, query)) throw new AppError('AccessDenied');
      if (subject.accountKey === null) throw new AppError('NotSignedIn');
      const token = newShareToken();
      const share = {
        bot_key: bot.key,
        token,
        token_sealed: sealer.seal(token),
        title,
        type_report,
        query: reduceQuery(type_report, query) as Record<string, string>,
        password_hash: draft.password === null ? null : await password.hash(draft.password),
        expires_at: days === null ? null : new Date(now() + days * dayMs),
        embeddable,
        reader_period,
        reader_filter,
        created_by: subject.accountKey,
        created_at: new Date(now()),
      };
      await store.add(subject, share, maxShares);
      const newShare = (await list(bot, permissions)).find((share) => share.token === token);
      if (newShare === undefined) throw new AppError('NotFound');
      return newShare;
    },
    async revoke(bot, id, subject) {
      if (!(await store.revoke(subject, bot.key, id, new Date(now())))) throw new AppError('NotFound');
    },
    async open(token) {
      const row = await store.byToken(token);
      if (row === undefined || row.created_by === null || isOver(row, now())) throw new AppError('NotFound');
      const [bot, grants, timeZone] = await Promise.all([
        botOf(row.bot_key),
        loadGrants(metadata.db, row.created_by),
        store.zoneOf(row.created_by),
      ]);
      if (bot === null || timeZone === null) throw new AppError('NotFound');
      const [type, query] = [typeOf(row), parseQuery(row)];
      const permissions = makerPermissions(row, bot, grants);
      const reports = readable(permissions, type, query);
      if (permissions === null || reports.length === 0) throw new AppError('NotFound');
      const share: OpenShare = {
        id: Number(row.id),
        bot,
        type,
        reports,
        query,
        permissions,
        title: row.title,
        embeddable: row.embeddable,
        readerPeriod: row.reader_period,
        readerFilter: row.reader_filter,
        hasPassword: row.password_hash !== null,
        timeZone,
      };
      if (row.password_hash !== null) hashes.set(share, row.password_hash);
      return share;
    },
    async unlock(share, typedPassword) {
      const hash = hashes.get(share);
      if (hash !== undefined && !(await password.verifyForLink({ hash, password: typedPassword }))) {
        throw new AppError('InvalidPassword', { field: 'password' });
      }
      return tickets.issue(toLock(share));
    },
    renew: (share, ticket) =>
      ticket !== undefined && tickets.opens(toLock(share), ticket) ? tickets.issue(toLock(share)) : null,
    seen: (share) => store.seen(share.id, new Date(now())),
  };
}

/** The maker's permissions for the bot now; null without an account. */
const makerPermissions = ({ created_by }: ShareRow, bot: BotRow, grants: Grants | undefined): Permissions | null =>
  created_by === null || grants === undefined ? null : permissionsFor({ key: created_by }, bot, grants);

/** The reports that the maker may still let others read; none once the maker may not manage permissions. */
const readable = (maker: Permissions | null, type: SharedType, query: SharedQuery): ReportType[] =>
  maker?.keys.has('permissions.manage') ? reportsOf(type).filter((report) => maySee(maker, report, query)) : [];

/** Requires that all key numbers are readable: an account gets no link to one that it may not read. */
const isReadable = (permissions: Permissions, type: SharedType, query: SharedQuery): boolean =>
  reportsOf(type).every((report) => maySee(permissions, report, query));

/** A breakdown or a filter may show more than the report: names and sizes of segments. */
const maySee = (permissions: Permissions, report: ReportType, query: SharedQuery): boolean =>
  mayRead(permissions, report) && missingOfWords(permissions, report, query) === undefined;

/** Filters and chosen lines name segments. */
function visibleQuery(permissions: Permissions, query: SharedQuery): SharedQuery {
  if (missingPart(permissions, SharedQuery, query) === undefined) return query;
  const { filter, lines, ...rest } = query;
  return rest;
}

/** Types are never taken back; a row that names none of them would be a fault of ours. */
function typeOf({ type_report }: ShareRow): SharedType {
  if (type_report === keyNumbersType || Object.hasOwn(reportTypes, type_report)) return type_report as SharedType;
  throw new Error(`shares: there is no report ${type_report}`);
}

const parseQuery = ({ query }: ShareRow): SharedQuery => z.parse(SharedQuery, query);
