import {
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  type CampaignStatus,
  type CampaignSummary,
  type CampaignType,
  campaignTypes,
  mediaMethods,
  type RecipientCounts,
} from '@botscope/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { CampaignsTable } from '../../platform/metadata/campaign-tables.ts';

/** What a campaign sends, to whom, and when. */
export interface CampaignContent {
  name: string;
  audience: CampaignAudience;
  message: CampaignMessage;
  sending: CampaignSending;
}

/** A campaign as it is stored. */
export interface StoredCampaign extends CampaignContent {
  id: number;
  bot: string;
  status: CampaignStatus;
  problem: string;
  problemDescription: string;
  revision: number;
  timeZone: string;
  isPreparing: boolean;
  counts: RecipientCounts;
  pausedUntil: Date | null;
  createdBy: string | null;
  updatedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  archivedAt: Date | null;
}

/** What lists need: the three contents may have thousands of ids and characters. */
export type CampaignLine = Omit<StoredCampaign, 'audience' | 'message' | 'sending'> & {
  type: CampaignType;
  dateSend: Date | null;
};

export type CampaignRow = Selectable<CampaignsTable>;
export type LineRow = Omit<CampaignRow, 'audience' | 'message' | 'sending'> & { media_kind: string | null };

/** What was stored was checked by the same schemas. */
export const toCampaign = (row: CampaignRow): StoredCampaign => ({
  ...commonOf(row),
  audience: z.parse(CampaignAudience, row.audience),
  message: z.parse(CampaignMessage, row.message),
  sending: z.parse(CampaignSending, row.sending),
});

export const toLine = (row: LineRow): CampaignLine => ({
  ...commonOf(row),
  type: typeOf(row.media_kind),
  dateSend: dateOf(row.date_send),
});

export const lineOf = ({ message, sending, ...campaign }: StoredCampaign): CampaignLine => ({
  ...campaign,
  type: typeOf(message.media?.kind ?? null),
  dateSend: sending.date_send === null ? null : new Date(sending.date_send),
});

const commonOf = (row: Omit<LineRow, 'media_kind'>) => ({
  id: Number(row.campaign_id),
  bot: row.bot_key,
  name: row.name,
  status: row.status,
  problem: row.problem,
  problemDescription: row.problem_description,
  revision: Number(row.revision),
  timeZone: row.time_zone,
  isPreparing: row.status === 'In_progress' && row.prepared_until !== null,
  counts: {
    total: Number(row.total),
    delivered: Number(row.delivered),
    not_delivered: Number(row.not_delivered),
    unknown: Number(row.unknown),
    waiting: Number(row.waiting),
    cancelled: Number(row.cancelled),
  },
  pausedUntil: dateOf(row.paused_until),
  createdBy: row.created_by,
  updatedBy: row.updated_by,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  startedAt: dateOf(row.started_at),
  finishedAt: dateOf(row.finished_at),
  archivedAt: dateOf(row.archived_at),
});

const dateOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

function typeOf(mediaKind: string | null): CampaignType {
  const method: string | undefined = mediaMethods[mediaKind as keyof typeof mediaMethods];
  return campaignTypes.find((type) => type === method) ?? 'sendMessage';
}

/** As lists show it. `now`: a pause that is over is none. */
export const presentLine = (line: CampaignLine, now: number): CampaignSummary => ({
  campaign_id: line.id,
  name: line.name,
  type: line.type,
  status: line.status,
  problem: line.problem,
  problem_description: line.problemDescription,
  counts: line.counts,
  is_preparing: line.isPreparing,
  paused_until: line.pausedUntil !== null && line.pausedUntil.getTime() > now ? line.pausedUntil.toISOString() : null,
  date_send: line.dateSend?.toISOString() ?? null,
  date_create: line.createdAt.toISOString(),
  date_start: line.startedAt?.toISOString() ?? null,
  date_finish: line.finishedAt?.toISOString() ?? null,
  is_archived: line.archivedAt !== null,
});
