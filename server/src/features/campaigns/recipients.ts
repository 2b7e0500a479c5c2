import {
  type CampaignRecipient,
  type RecipientGroup,
  type RecipientReason,
  recipientReasons,
  type VariantName,
  variantNames,
} from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Ledger, RecipientRow } from '../campaign-engine/campaign-engine.ts';
import type { CampaignStore } from './campaign-store.ts';
import { loadProfiles } from './recipient-values.ts';

/** Selection of recipients, and whether the caller may see their names. */
interface RecipientQuery {
  group?: RecipientGroup | undefined;
  reason?: RecipientReason | undefined;
  variant?: VariantName | undefined;
  /** Only these users: rising ids after one of them. */
  among?: ((after: number, limit: number) => Promise<number[]>) | undefined;
  showsNames: boolean;
}

type Filter = Pick<RecipientQuery, 'group' | 'variant'>;
type NotListed = 'campaign_id' | 'attempts' | 'fence' | 'not_before' | 'sending_at' | 'more_message_ids' | 'zone';
type ListedRow = Omit<RecipientRow, 'status' | NotListed> & {
  status: CampaignRecipient['status'];
};

/** Messages sent before there were variants count as A. */
function variantOf({ status, variant }: Pick<ListedRow, 'status' | 'variant'>): VariantName | null {
  const wasSent = status === 'Done' || status === 'Error';
  return variant === null ? (wasSent ? 'A' : null) : (variantNames[variant] ?? null);
}

const recipientsOfPage = 50;
/** Recipients of a file or a list whose names are loaded by one statement. */
const recipientsOfChunk = 1_000;
/** Candidates per page of a filtered export: each page scans all events of the recipients once. */
const recipientsOfSearch = 50_000;

/** The recipients of campaigns with the names of users. */
export interface Recipients {
  /** @throws AppError NotFound (`campaign_id`) */
  page(
    bot: string,
    id: number,
    query: RecipientQuery & { after: number },
  ): Promise<{ recipients: CampaignRecipient[]; next: number | null }>;
  /** All of them, chunk by chunk. @throws AppError NotFound (`campaign_id`) */
  each(bot: string, id: number, query: RecipientQuery): AsyncGenerator<CampaignRecipient[]>;
  /** Their ids alone, chunk by chunk. @throws AppError NotFound (`campaign_id`) */
  ids(bot: string, id: number, query: Omit<RecipientQuery, 'showsNames'>): AsyncGenerator<number[]>;
}

export function createRecipients(deps: {
  rows: Pick<CampaignStore, 'assertKnown'>;
  ledger: Pick<Ledger, 'page' | 'controlGroup'>;
  store: Pick<EventStore, 'query' | 'rollup'>;
}): Recipients {
  const { rows, ledger, store } = deps;

  /** A page of the ledger, or of the control group, who are in no variant and have done nothing with a message. */
  async function loadPage(
    id: number,
    { group, variant, ...options }: Omit<Parameters<Ledger['page']>[1], 'group' | 'variant'> & Filter,
  ): Promise<ListedRow[]> {
    if (group !== 'control_group') {
      return ledger.page(id, { ...options, group, variant: variant && variantNames.indexOf(variant) });
    }
    if (variant !== undefined || options.userIds !== undefined || options.reason !== undefined) return [];
    const control = await ledger.controlGroup(id, { after: options.after ?? 0, limit: options.limit });
    const nothing = {
      reason: null,
      description: null,
      message_id: null,
      finished_at: null,
      variant: null,
      language: null,
      expires_at: null,
      send_at: null,
      deleted_at: null,
    };
    return control.map(({ user_id }) => ({ ...nothing, user_id, status: 'ControlGroup' }));
  }

  async function presentRecipients(bot: string, list: readonly ListedRow[], showsNames: boolean) {
    const ids = list.map((row) => Number(row.user_id));
    const profiles = showsNames ? await loadProfiles(store, bot, ids) : [];
    const names = new Map(profiles.map((profile) => [profile.user_id, profile]));
    return list.map((row): CampaignRecipient => {
      const profile = names.get(Number(row.user_id));
      return {
        user_id: Number(row.user_id),
        name: [profile?.first_name, profile?.last_name].filter(Boolean).join(' '),
        username: profile?.username ?? '',
        status: row.status,
        reason: recipientReasons.find((reason) => reason === row.reason) ?? null,
        description: row.description ?? '',
        message_id: row.message_id === null ? null : Number(row.message_id),
        finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
        variant: variantOf(row),
        language: row.language ?? (row.status === 'Done' ? '' : null),
      };
    });
  }

  async function* iterateRows(bot: string, id: number, { among, ...options }: Omit<RecipientQuery, 'showsNames'>) {
    await rows.assertKnown(bot, id);
    const limit = recipientsOfChunk;
    if (among !== undefined) {
      for await (const userIds of iterateChunks(among)) {
        const page = await loadPage(id, { ...options, userIds, limit });
        if (page.length > 0) yield page;
      }
      return;
    }
    for (let after = 0; ; ) {
      const page = await loadPage(id, { ...options, after, limit });
      const last = page.at(-1);
      if (last === undefined) return;
      yield page;
      after = Number(last.user_id);
    }
  }

  return {
    async page(bot, id, { after, among, showsNames, ...options }) {
      await rows.assertKnown(bot, id);
      const limit = recipientsOfPage + 1;
      if (among === undefined) {
        const page = await loadPage(id, { ...options, after, limit });
        const recipients = await presentRecipients(bot, page.slice(0, recipientsOfPage), showsNames);
        return { recipients, next: page.length < limit ? null : (recipients.at(-1)?.user_id ?? null) };
      }
      const ids = await among(after, limit);
      const userIds = ids.slice(0, recipientsOfPage);
      const page = await loadPage(id, { ...options, userIds, limit });
      return {
        recipients: await presentRecipients(bot, page, showsNames),
        next: ids.length < limit ? null : (userIds.at(-1) ?? null),
      };
    },
    async *each(bot, id, { showsNames, ...query }) {
      for await (const page of iterateRows(bot, id, query)) yield await presentRecipients(bot, page, showsNames);
    },
    async *ids(bot, id, query) {
      for await (const page of iterateRows(bot, id, query)) yield page.map((row) => Number(row.user_id));
    },
  };
}

/** All of the users, as many at once as one statement takes. */
async function* iterateChunks(loadCandidates: NonNullable<RecipientQuery['among']>): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const ids = await loadCandidates(after, recipientsOfSearch);
    for (let offset = 0; offset < ids.length; offset += recipientsOfChunk)
      yield ids.slice(offset, offset + recipientsOfChunk);
    if (ids.length < recipientsOfSearch) return;
    after = ids.at(-1) ?? 0;
  }
}
