import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { deviceLifeMs } from './device.ts';

/** Deletes sessions, codes and rate limits that have expired. */
export async function forgetExpired(db: Kysely<Tables>, now: number): Promise<Record<string, number>> {
  const time = new Date(now);
  const sessions = await db.deleteFrom('sessions').where('expires_at', '<', time).executeTakeFirst();
  const codes = await db.deleteFrom('verifications').where('expires_at', '<', time).executeTakeFirst();
  const mailed = await db.deleteFrom('mailed_codes').where('expires_at', '<', time).executeTakeFirst();
  const signUps = await db.deleteFrom('sign_ups').where('expires_at', '<', time).executeTakeFirst();
  const lastSeen = new Date(now - deviceLifeMs);
  const devices = await db.deleteFrom('known_devices').where('seen_at', '<', lastSeen).executeTakeFirst();
  const limits = await db.deleteFrom('attempts').where('window_ends_at', '<', time).executeTakeFirst();
  return {
    sessions: Number(sessions.numDeletedRows),
    codes: Number(codes.numDeletedRows + mailed.numDeletedRows),
    signUps: Number(signUps.numDeletedRows),
    devices: Number(devices.numDeletedRows),
    limits: Number(limits.numDeletedRows),
  };
}
