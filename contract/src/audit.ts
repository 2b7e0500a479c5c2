import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** The `actor` of the operator's commands. It cannot be a person's: people are emails and numbers. */
export const operatorActor = 'operator';

/** One entry of the log. */
export const AuditRecord = z.object({
  id: z.number(),
  at: z.string(),
  /** Who: the email or Telegram ID at that time; `operatorActor`; '' = nobody signed in, or the product itself. */
  actor: z.string(),
  /** A word of `auditActions`, of this version or an older one. */
  action: z.string(),
  /** What the entry's sentence needs besides: names, roles, old values. */
  detail: z.record(z.string(), z.unknown()),
  bot_key: z.nullable(z.string()),
  /** '' for what is about no bot, and for a bot that is forgotten. */
  bot_name: z.string(),
  ip: z.string(),
  user_agent: z.string(),
});
export type AuditRecord = z.output<typeof AuditRecord>;

export const AuditPage = z.object({
  /** The newest first. */
  entries: z.array(AuditRecord),
  /** There are older ones. */
  more: z.boolean(),
  /** What to filter by: the actions and people that occur in the whole log. */
  actions: z.array(z.string()),
  people: z.array(z.string()),
});
export type AuditPage = z.output<typeof AuditPage>;

/** All three are optional; `before` is the id of the last entry shown. */
const AuditQuery = z.object({
  action: z.optional(z.string().check(z.maxLength(64))),
  person: z.optional(z.string().check(z.maxLength(254))),
  before: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});

export const auditEndpoints = {
  /** What was done with a bot, 50 entries at a time: for those who manage access, because it names people's addresses. */
  botAudit: endpoint({
    method: 'GET',
    path: '/bots/{key}/audit',
    access: 'permissions.manage',
    params: botPath,
    query: AuditQuery,
    data: AuditPage,
  }),
  /** What this account did, wherever. */
  accountAudit: endpoint({
    method: 'GET',
    path: '/user/profile/audit',
    access: 'account',
    query: AuditQuery,
    data: AuditPage,
  }),
};

/** GET, all entries as a file; takes the filters of the calls above. */
export const botAuditCsvPath = (key: string): string => `/api/bots/${key}/audit.csv`;
export const accountAuditCsvPath = '/api/user/profile/audit.csv';
