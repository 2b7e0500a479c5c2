import type { IntegrationPrivacy, IntegrationSelection } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { fileProviders } from '../files/sends-files.ts';
import { readPrivacy, readSelection } from '../integration-row.ts';

/** An integration for which events are written down, also while it is paused. */
export interface ActiveIntegration {
  id: number;
  key: string;
  selection: IntegrationSelection;
  privacy: IntegrationPrivacy;
  /** Unix ms, the end exclusive. */
  activeSince: number;
  activeUntil: number;
  /** 0: as it happens; 1: of the past. */
  priority: 0 | 1;
}

/** Loads the integrations of a bot that send single events. */
export async function loadActiveIntegrations(db: Kysely<Tables>, bot: string): Promise<ActiveIntegration[]> {
  const rows = await db
    .selectFrom('integrations')
    .select(['integration_id', 'key', 'selection', 'privacy', 'active_since'])
    .where('bot_key', '=', bot)
    .where('provider', 'not in', [...fileProviders])
    .orderBy('integration_id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.integration_id, key: row.key, priority: 0 },
    ...{ selection: readSelection(row.selection), privacy: readPrivacy(row.privacy) },
    activeSince: new Date(row.active_since).getTime(),
    activeUntil: Number.POSITIVE_INFINITY,
  }));
}
