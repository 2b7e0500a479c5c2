import {
  type CampaignRecipient,
  type RecipientGroup,
  type RecipientReason,
  recipientReasons,
} from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { Ledger } from './engine/ledger.ts';
import type { RecipientRow } from './engine/read-recipients.ts';
import { loadProfiles } from './recipient-values.ts';

/** Which recipients, and whether the caller may see their names. */
interface RecipientQuery {
  group?: RecipientGroup | undefined;
  reason?: RecipientReason | undefined;
  showsNames: boolean;
}

const recipientsOfPage = 50;
/** Of a file: their names are one statement. */
const recipientsOfChunk = 1_000;

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
}

export function createRecipients(deps: {
  rows: Pick<CampaignStore, 'known'>;
  ledger: Pick<Ledger, 'page'>;
  store: Pick<EventStore, 'query' | 'rollup'>;
}): Recipients {
  const { rows, ledger, store } = deps;

  async function present(bot: string, list: readonly RecipientRow[], showsNames: boolean) {
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
      };
    });
  }
  async function assertKnown(bot: string, id: number): Promise<void> {
    if (!(await rows.known(bot, [id])).has(id)) throw new AppError('NotFound', { field: 'campaign_id' });
  }

  return {
    async page(bot, id, { showsNames, ...options }) {
      await assertKnown(bot, id);
      const found = await ledger.page(id, { ...options, limit: recipientsOfPage + 1 });
      const recipients = await present(bot, found.slice(0, recipientsOfPage), showsNames);
      return { recipients, next: found.length > recipientsOfPage ? (recipients.at(-1)?.user_id ?? null) : null };
    },
    async *each(bot, id, { showsNames, ...options }) {
      await assertKnown(bot, id);
      for (let after = 0; ; ) {
        const found = await ledger.page(id, { ...options, after, limit: recipientsOfChunk });
        const last = found.at(-1);
        if (last === undefined) return;
        yield await present(bot, found, showsNames);
        after = Number(last.user_id);
      }
    },
  };
}
