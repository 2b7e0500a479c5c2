import {
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  type CampaignStatus,
  CampaignVariants,
  type RecipientCounts,
} from '@botscope/contract';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';
import { createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import { sharedCircuits } from '../../telegram/sending/circuit.ts';
import type { RecipientOutcome, SenderDeps } from './engine-deps.ts';

/** A bot of the tests, whose campaigns are written by hand. */
export async function insertBot(db: Kysely<Tables>, key: string): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ id: 'ann', email: 'ann@example.com' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const columns = { bot_name: `${key}_bot`, username: `${key}_bot`, account_key: 'ann', api_key_hash: key };
  await db
    .insertInto('bots')
    .values({ key, ...columns, token_sealed: null, token_hash: null, retention_days: null })
    .execute();
}

export async function insertCampaign(
  db: Kysely<Tables>,
  bot: string,
  campaign: {
    message?: z.input<typeof CampaignMessage>;
    sending?: z.input<typeof CampaignSending>;
    variants?: z.input<typeof CampaignVariants>;
    userIds?: readonly number[];
    status?: CampaignStatus;
    dateSend?: Date;
  },
): Promise<number> {
  const {
    message = { text: 'Hello' },
    sending = {},
    variants = {},
    userIds = [],
    status = 'In_progress',
    dateSend,
  } = campaign;
  const now = new Date();
  const audience = z.parse(CampaignAudience, { kind: 'ids', user_ids: userIds.slice(0, 5_000) });
  const row = await db
    .insertInto('campaigns')
    .values({
      bot_key: bot,
      name: 'News',
      status,
      audience: JSON.stringify(audience),
      message: JSON.stringify(z.parse(CampaignMessage, message)),
      sending: JSON.stringify(z.parse(CampaignSending, sending)),
      variants: JSON.stringify(z.parse(CampaignVariants, variants)),
      date_send: dateSend ?? null,
      created_at: now,
      updated_at: now,
      started_at: status === 'In_progress' ? now : null,
    })
    .returning('campaign_id')
    .executeTakeFirstOrThrow();
  return row.campaign_id;
}

/** The counts as the campaign has them, and as its rows are. */
export async function loadCounts(db: Kysely<Tables>, campaignId: number) {
  const columns = ['total', 'delivered', 'not_delivered', 'unknown', 'waiting', 'cancelled'] as const;
  const storedCounts = await db
    .selectFrom('campaigns')
    .select(columns)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('campaign_recipients')
    .select(['status', 'reason'])
    .where('campaign_id', '=', campaignId)
    .execute();
  const count = (...statuses: string[]): number => rows.filter(({ status }) => statuses.includes(status)).length;
  const unknownReasons = new Set<string | null>(['no_answer', 'server_error', 'interrupted']);
  const rowCounts: RecipientCounts = {
    total: rows.length,
    delivered: count('Done'),
    not_delivered: count('Error'),
    unknown: rows.filter(({ status, reason }) => status === 'Error' && unknownReasons.has(reason)).length,
    waiting: count('ForSend', 'In_progress'),
    cancelled: count('Cancel'),
  };
  return { kept: storedCounts, counted: rowCounts };
}

export const loadStatus = async (db: Kysely<Tables>, campaignId: number) =>
  db
    .selectFrom('campaigns')
    .select(['status', 'problem', 'problem_description'])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();

/** A sender's surroundings: the simulated Telegram, users who are `P<id>`, and audiences given by id lists. */
export function senderDeps(options: {
  db: Kysely<Tables>;
  apiRoot: string;
  token: string | null;
  audience: (campaignId: number) => readonly number[];
  maxSpeed: number;
  outcomes?: RecipientOutcome[];
}): SenderDeps {
  const { apiRoot, token } = options;
  const dispatcher = new Agent({ connections: 100 });
  return {
    db: options.db,
    instance: 'one',
    bot: async (key) => ({ key, start_rules: null, apiRoot, token }),
    call: createCallTelegram(dispatcher),
    circuits: sharedCircuits(dispatcher),
    store: { write: async () => undefined },
    async *audienceOf({ campaignId }, afterId) {
      const ids = options.audience(campaignId).filter((id) => id > afterId);
      for (let from = 0; from < ids.length; from += 400) yield ids.slice(from, from + 400);
    },
    valuesOf: async (_, ids) => new Map(ids.map((id) => [id, (name) => (name === 'first_name' ? `P${id}` : '')])),
    zonesOf: async () => new Map(),
    leftOf: async () => new Set(),
    skippedOf: async () => new Map(),
    footerOf: () => null,
    sentFootersOf: async () => () => null,
    onEnd: () => undefined,
    starBalance: async () => 0,
    botSends: { load: () => ({ perSecond: 0, limitedMs: 0 }), announce: () => undefined },
    files: { find: async () => null, keepFileId: async () => undefined, forgetFileId: async () => undefined },
    writeOutcomes: async (outcomes) => void options.outcomes?.push(...outcomes),
    scoresOf: async ({ variants }) => Array.from({ length: variants }, () => ({ delivered: 1, users: 0 })),
    maxSpeed: options.maxSpeed,
    logger: pino({ level: 'silent' }),
  };
}
