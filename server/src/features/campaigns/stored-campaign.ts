import {
  Automation,
  beginsAt,
  CampaignAudience,
  type CampaignKind,
  CampaignMessage,
  CampaignSending,
  type CampaignStatus,
  type CampaignSummary,
  type CampaignTest,
  type CampaignType,
  CampaignVariants,
  type MediaKind,
  type PauseReason,
  type RecipientCounts,
  typeOfMessage,
  VariantScore,
  variantNames,
} from '@botscope/contract';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Settings of a campaign: what it sends, to whom, and when. */
export interface CampaignContent {
  name: string;
  /** Null: a campaign that is sent once. */
  automation: Automation | null;
  audience: CampaignAudience;
  message: CampaignMessage;
  sending: CampaignSending;
  variants: CampaignVariants;
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
  pausedFor: PauseReason | null;
  createdBy: string | null;
  updatedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  archivedAt: Date | null;
  /** Visitor of the demo who made it. */
  visitor: string | null;
  controlGroup: number;
  test: CampaignTest | null;
}

/** An automation is edited while it is stopped. */
export const isEditable = ({ status, automation }: StoredCampaign): boolean =>
  status === 'Draft' || (automation !== null && (status === 'Cancel' || status === 'Error'));

type NotInLines = 'automation' | 'audience' | 'message' | 'sending' | 'variants' | 'controlGroup' | 'test';

/** Fields that lists need: the contents may have thousands of ids and characters. */
export type CampaignLine = Omit<StoredCampaign, NotInLines> & {
  kind: CampaignKind;
  type: CampaignType;
  dateSend: Date | null;
};

type Contents =
  | 'automation'
  | 'audience'
  | 'message'
  | 'sending'
  | 'variants'
  | 'control_group'
  | 'decide_at'
  | 'winner'
  | 'decision';
export type CampaignRow = Selectable<Tables['campaigns']>;
/** Properties of the message that decide the type of a campaign. */
interface MessageKind {
  media_kind: string | null;
  is_album: boolean;
  is_copy: boolean;
}
export type LineRow = Omit<CampaignRow, Contents> & MessageKind & { is_automation: boolean };

/** Stored values were checked by the same schemas. */
export const toCampaign = (row: CampaignRow): StoredCampaign => ({
  ...toCommonFields(row),
  automation: row.automation === null ? null : z.parse(Automation, row.automation),
  audience: z.parse(CampaignAudience, row.audience),
  message: z.parse(CampaignMessage, row.message),
  sending: z.parse(CampaignSending, row.sending),
  variants: z.parse(CampaignVariants, row.variants),
  controlGroup: Number(row.control_group),
  test: parseTest(row),
});

const Decision = z.object({ by: z.enum(['rule', 'owner']), at: z.string(), scores: z.array(VariantScore) });

/** Null where the campaign has no test, or was not started. */
function parseTest(row: CampaignRow): CampaignTest | null {
  const { test } = z.parse(CampaignVariants, row.variants);
  if (test === null || row.started_at === null) return null;
  return {
    decide_at: dateOf(row.decide_at)?.toISOString() ?? null,
    winner: row.winner === null ? null : (variantNames[row.winner] ?? null),
    decision: row.decision === null ? null : z.parse(Decision, row.decision),
  };
}

export const toLine = (row: LineRow): CampaignLine => ({
  ...toCommonFields(row),
  kind: row.is_automation ? 'automation' : 'once',
  type: detectType(row),
  dateSend: dateOf(row.date_send),
});

export const toCampaignLine = ({
  automation,
  message,
  sending,
  variants,
  controlGroup,
  test,
  ...campaign
}: StoredCampaign): CampaignLine => ({
  ...campaign,
  kind: automation === null ? 'once' : 'automation',
  type: typeOfMessage(message),
  dateSend: computeStart(sending),
});

function computeStart(sendingOptions: CampaignSending): Date | null {
  const moment = beginsAt(sendingOptions);
  return moment === null ? null : new Date(moment);
}

const toCommonFields = (row: Omit<LineRow, keyof MessageKind | 'is_automation'>) => ({
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
  pausedFor: row.paused_for === '' ? null : row.paused_for,
  createdBy: row.created_by,
  updatedBy: row.updated_by,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  startedAt: dateOf(row.started_at),
  finishedAt: dateOf(row.finished_at),
  archivedAt: dateOf(row.archived_at),
  visitor: row.visitor,
});

const dateOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

function detectType({ media_kind, is_album, is_copy }: MessageKind): CampaignType {
  if (is_copy) return 'copyMessage';
  if (is_album) return 'sendMediaGroup';
  const media = media_kind === null ? null : { kind: media_kind as MediaKind, file: '' };
  return typeOfMessage({ media });
}

/** Campaign as lists show it. `now`: an expired pause counts as none. */
export const presentLine = (line: CampaignLine, now: number): CampaignSummary => ({
  campaign_id: line.id,
  kind: line.kind,
  name: line.name,
  type: line.type,
  status: line.status,
  problem: line.problem,
  problem_description: line.problemDescription,
  counts: line.counts,
  is_preparing: line.isPreparing,
  paused_until: line.pausedUntil !== null && line.pausedUntil.getTime() > now ? line.pausedUntil.toISOString() : null,
  paused_for: line.pausedUntil !== null && line.pausedUntil.getTime() > now ? line.pausedFor : null,
  date_send: line.dateSend?.toISOString() ?? null,
  date_create: line.createdAt.toISOString(),
  date_start: line.startedAt?.toISOString() ?? null,
  date_finish: line.finishedAt?.toISOString() ?? null,
  is_archived: line.archivedAt !== null,
});
