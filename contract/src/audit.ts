import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** The `actor` of the operator's commands. It cannot be an account's: accounts are emails and numbers. */
export const operatorActor = 'operator';

/** One entry of the log. */
export const AuditRecord = z.object({
  id: z.number(),
  at: z.string(),
  /** Email or Telegram ID at that time; `operatorActor`; '' = nobody signed in, or the product itself. */
  actor: z.string(),
  /** A word of `auditActions`, of this version or an older one. */
  action: z.string(),
  /** Further values for the entry's sentence: names, roles, old values. */
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
  /** Filter options: the actions and actors that occur in the whole log. */
  actions: z.array(z.string()),
  accounts: z.array(z.string()),
});
export type AuditPage = z.output<typeof AuditPage>;

/** All three are optional; `before` is the id of the last entry shown. */
const AuditQuery = z.object({
  action: z.optional(z.string().check(z.maxLength(64))),
  account: z.optional(z.string().check(z.maxLength(254))),
  before: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});

export const auditEndpoints = {
  /** Audit entries of a bot, 50 at a time; only for those who manage access, because they contain users' addresses. */
  botAudit: endpoint({
    method: 'GET',
    path: '/bots/{key}/audit',
    access: 'permissions.manage',
    params: botPath,
    query: AuditQuery,
    data: AuditPage,
  }),
  /** Actions of this account, on any bot or none. */
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
