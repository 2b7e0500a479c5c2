import type { Init } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { callName } from './access-request.ts';

/** Names the owners of the bots shared with an account, by bot key: its list shows the owner of each. */
export async function ownersFor(db: Kysely<Tables>, accountKey: string): Promise<Init['owners']> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('bots', 'bots.key', 'grants.bot_key')
    .innerJoin('accounts', 'accounts.id', 'bots.account_key')
    .select(['bots.key', 'accounts.email', 'accounts.name', 'accounts.telegram_name', 'accounts.tid'])
    .where('grants.account_key', '=', accountKey)
    .where('bots.account_key', '!=', accountKey)
    .where((eb) => eb.or([eb('grants.expires_at', 'is', null), eb('grants.expires_at', '>', new Date())]))
    .execute();
  return Object.fromEntries(rows.map(({ key, ...owner }) => [key, callName(owner)]));
}
