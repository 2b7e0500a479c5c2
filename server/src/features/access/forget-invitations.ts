import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';

/** An expired link explains itself this long. */
const explainedDays = 90;

/** A job: deletes access by email that nobody took up in time, and invitations that ended long ago. */
export async function forgetInvitations(db: Kysely<Tables>, now: number): Promise<Record<string, number>> {
  const grants = await db.deleteFrom('grants').where('expires_at', '<=', new Date(now)).executeTakeFirst();
  const invitations = await db
    .deleteFrom('invitations')
    .where('expires_at', '<', new Date(now - explainedDays * dayMs))
    .executeTakeFirst();
  return { grants: Number(grants.numDeletedRows), invitations: Number(invitations.numDeletedRows) };
}
