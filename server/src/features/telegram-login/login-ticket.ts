import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import type { LoginSecrets } from './openid-client.ts';

/** A login under way, kept by the browser that began it and by nobody else. */
export interface LoginTicket extends LoginSecrets {
  /** The account that is to be linked; null: a user signs in or up. */
  linkOf: string | null;
  /** Milliseconds. */
  until: number;
}

/** Time limit for the login at Telegram. */
export const ticketMinutes = 10;

/** 32 random bytes: nobody guesses it, and 43 letters are the least that RFC 7636 takes as a verifier. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Tickets travel in a cookie that the browser can neither read nor change. */
export function createTickets(sealer: Pick<Sealer, 'seal' | 'open'>, now: () => number) {
  return {
    issue(linkOf: string | null): { ticket: LoginTicket; sealed: string } {
      const until = now() + ticketMinutes * 60_000;
      const ticket = { state: newSecret(), nonce: newSecret(), verifier: newSecret(), linkOf, until };
      return { ticket, sealed: sealer.seal(JSON.stringify(ticket)) };
    },

    /** Null for one that is absent, changed, too old or of another purpose. */
    read(sealed: string | undefined, linkOf: string | null): LoginTicket | null {
      if (sealed === undefined) return null;
      try {
        const ticket = JSON.parse(sealer.open(sealed)) as LoginTicket;
        return ticket.until > now() && ticket.linkOf === linkOf ? ticket : null;
      } catch {
        return null;
      }
    },
  };
}

/** True if the browser came back with the state that it left with. */
export function hasState({ state }: LoginTicket, returnedState: string): boolean {
  const [one, other] = [Buffer.from(state), Buffer.from(returnedState)];
  return one.length === other.length && timingSafeEqual(one, other);
}
