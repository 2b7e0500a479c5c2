import { accountAuditCsvPath, api } from '@botscope/contract';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Http } from '../../platform/http/http.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted, signedIn } from '../access/access.ts';
import { defineFeature } from '../feature.ts';
import { auditRecorder, forgetOldAudit, recordAudit, subjectOf } from './audit.ts';
import { auditCsv } from './audit-csv.ts';
import { auditData } from './erase-from-audit.ts';
import { type AuditFilter, type AuditOf, auditPage } from './list-audit.ts';

/** Audit log of bots and accounts, and access to it. */
export const audit = defineFeature({
  name: 'audit',
  tables: ['audit'],
  create: ({ metadata: { db }, sealer }: Platform) => ({
    offers: { recordAudit: auditRecorder(db) },
    userData: [auditData(db, sealer)],
    routes: (http) => registerAudit(http, { db }),
    jobs: [
      {
        name: 'forget-old-audit',
        schedule: '53 3 * * *',
        run: async (now) => ({ deleted: await forgetOldAudit(db, now) }),
      },
    ],
  }),
});

const AuditFileQuery = z.object({ action: z.optional(z.unknown()), account: z.optional(z.unknown()) });

function registerAudit<Bot extends { key: string }>(
  http: Http<Bot>,
  deps: {
    db: Kysely<Tables>;
  },
): void {
  const { db } = deps;
  const send = async (reply: FastifyReply, scope: AuditOf, query: Readonly<Record<string, unknown>>): Promise<void> => {
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="audit.csv"');
    await reply.send(auditCsv(db, scope, parseFilter(query)));
  };

  http.on(api.botAudit, ({ bot, query }) => auditPage(db, { botKey: permitted(bot).key }, query));
  http.on(api.accountAudit, ({ account, query }) => auditPage(db, { accountKey: signedIn(account).key }, query));
  const shows = { keys: [], query: AuditFileQuery };
  http.download('/bots/:key/audit.csv', 'permissions.manage', shows, async ({ reply, query, ...call }) => {
    await recordAudit(db, { ...subjectOf(call), action: 'exported', detail: { what: 'audit' } });
    await send(reply, { botKey: call.bot.key }, query);
  });
  http.accountFile(accountAuditCsvPath, ({ account, reply, query }) => send(reply, { accountKey: account.key }, query));
}

/** The words of an address: what is no text filters nothing. */
function parseFilter({ action, account }: Readonly<Record<string, unknown>>): AuditFilter {
  return {
    action: typeof action === 'string' ? action : undefined,
    account: typeof account === 'string' ? account : undefined,
  };
}
