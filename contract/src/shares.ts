import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { periodPresets } from './periods.ts';
import { type ReportType, reportTypes } from './report-types.ts';
import { BreakdownText, FilterText, MeasureText, Report } from './reports.ts';

/** Name of the summary in a link, in place of a report: the key figures of Home. */
export const keyNumbersType = 'home';
/** 24 random bytes, base64url: nobody finds one by trying. */
const ShareToken = z.string().check(z.regex(/^[\w-]{32}$/));
const SharedType = z.enum([...(Object.keys(reportTypes) as ReportType[]), keyNumbersType]);
export type SharedType = z.output<typeof SharedType>;

/** As long as an address may be with a filter in it. */
const longest = z.maxLength(4000);
const word = z.optional(z.string().check(longest));
/** The question that is shared, in the words of a report's address. Only `period` means something to a board. */
export const SharedQuery = z.object({
  period: word,
  detail: word,
  compare: word,
  compare_period: word,
  filter: z.optional(FilterText.check(longest)),
  by: z.optional(BreakdownText.check(longest)),
  model: word,
  parameter: word,
  measure: z.optional(MeasureText.check(longest)),
  lines: word,
  view: word,
  sort: word,
});
export type SharedQuery = z.output<typeof SharedQuery>;

export const sharePasswordLength = { min: 6, max: 128 } as const;
const longestShareDays = 365;

/** A link that is being made. */
export const ShareDraft = z.object({
  type_report: SharedType,
  query: z._default(SharedQuery, {}),
  /** '' shows the report's own name, in the reader's language. */
  title: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  /** Null: anyone with the link may read. */
  password: z._default(
    z.nullable(z.string().check(z.minLength(sharePasswordLength.min), z.maxLength(sharePasswordLength.max))),
    null,
  ),
  /** Days until it stops answering; null: until it is revoked. */
  days: z._default(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(longestShareDays))), null),
  /** Other sites may show it in a frame. */
  embeddable: z._default(z.boolean(), false),
  /** The reader may look at today, 7, 30 and 90 days instead of the period of the link. */
  reader_period: z._default(z.boolean(), false),
  /** The reader sees the filter, not only that there is one. */
  reader_filter: z._default(z.boolean(), false),
});
export type ShareDraft = z.output<typeof ShareDraft>;

/** `stopped`: its maker may no longer share this. It answers again when they may. */
const shareStates = ['open', 'expired', 'stopped'] as const;

export const Share = z.object({
  id: z.number(),
  /** The secret of the address: `sharePath`. Null for those who may not read the report themselves, and after a change of APP_SECRET. */
  token: z.nullable(z.string()),
  type_report: SharedType,
  query: SharedQuery,
  title: z.string(),
  state: z.enum(shareStates),
  /** Name or email of its creator; '' when the account is gone. */
  author: z.string(),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  has_password: z.boolean(),
  embeddable: z.boolean(),
  reader_period: z.boolean(),
  reader_filter: z.boolean(),
  /** Views of its page, and the time of the last one. */
  views: z.number(),
  last_viewed_at: z.nullable(z.string()),
});
export type Share = z.output<typeof Share>;

/** Shared page as its reader sees it. Before the password it shows only that there is one. */
export const SharedView = z.discriminatedUnion('locked', [
  z.object({ locked: z.literal(true) }),
  z.object({
    locked: z.literal(false),
    title: z.string(),
    bot_name: z.string(),
    type_report: SharedType,
    /** Settings of the chart. They contain the filter only where the link's maker allows that. */
    query: SharedQuery,
    /** True if the numbers are those of a part of the users. */
    filtered: z.boolean(),
    reader_period: z.boolean(),
    /** When the numbers were counted: at most a minute ago. */
    as_of: z.string(),
    /** One; of a board those that its maker may read. */
    reports: z.array(Report),
    /** New ticket of a link with a password: replaces the one that was sent, which ends sooner. */
    ticket: z.nullable(z.string()),
  }),
]);
export type SharedView = z.output<typeof SharedView>;

/** The header that carries what `unlockShare` gave. No cookie: a frame on another site would not get one. */
export const shareTicketHeader = 'x-share-ticket';

const sharePathSchema = z.object({ token: ShareToken });
const managedPath = z.extend(botPath, { id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

export const shareEndpoints = {
  /** The newest first; revoked ones are gone. */
  listShares: endpoint({
    method: 'GET',
    path: '/bots/{key}/shares',
    access: 'permissions.manage',
    params: botPath,
    data: z.array(Share),
  }),
  /** Needs the right to read the report besides. */
  createShare: endpoint({
    method: 'POST',
    path: '/bots/{key}/shares',
    access: 'permissions.manage',
    params: botPath,
    body: ShareDraft,
    data: Share,
  }),
  revokeShare: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/shares/{id}',
    access: 'permissions.manage',
    params: managedPath,
    data: z.array(Share),
  }),
  /** Unknown, revoked, expired and stopped links answer the same NotFound. */
  readShare: endpoint({
    method: 'GET',
    path: '/share/{token}',
    access: 'visitor',
    heavy: true,
    params: sharePathSchema,
    query: z.object({
      /** Only where `reader_period` allows it; the link's own period is answered otherwise. */
      period: z.optional(z.enum(periodPresets)),
      /** `1` with the first answer of a page: counted as a view. */
      opened: z.optional(z.string()),
    }),
    data: SharedView,
  }),
  /** A password against a ticket for `shareTicketHeader`. @throws InvalidPassword, TooManyRequests */
  unlockShare: endpoint({
    method: 'POST',
    path: '/share/{token}/unlock',
    access: 'visitor',
    params: sharePathSchema,
    body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(sharePasswordLength.max)) }),
    data: z.object({ ticket: z.string() }),
  }),
};

/** The page of a link, below the product's address. */
export const sharePath = (token: string): string => `/share/${token}`;
