import * as z from 'zod/mini';
import { keepStored, readStored } from '../../../platform/session/browser-storage.ts';

/** Purpose of a trip to Telegram: to sign in, to sign up, or to link it to the account that is signed in. */
export type Purpose = 'in' | 'up' | 'link';

/** Intent of this tab when it left for Telegram. */
const Trip = z.object({
  purpose: z.enum(['in', 'up', 'link']),
  remember: z.boolean(),
  /** Page that was asked for before the sign-in. */
  next: z.optional(z.string()),
  /** The query to come back to. */
  search: z.record(z.string(), z.string()),
});
export type Trip = z.output<typeof Trip>;

const key = 'telegram-login';

/**
 * In the tab's own storage: anyone who comes to the return page without it began elsewhere, and must not be signed in by an
 * address that someone else made.
 */
export const tripMemory = {
  keep(trip: Trip): void {
    // A browser without storage comes back as from elsewhere, and gets that message.
    keepStored(key, JSON.stringify(trip), 'sessionStorage');
  },
  read(): Trip | null {
    try {
      return z.safeParse(Trip, JSON.parse(readStored(key, 'sessionStorage') ?? 'null')).data ?? null;
    } catch {
      return null;
    }
  },
  /** Once. */
  take(): Trip | null {
    const trip = tripMemory.read();
    if (trip !== null) keepStored(key, null, 'sessionStorage');
    return trip;
  },
};
