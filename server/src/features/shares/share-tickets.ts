import { timingSafeEqual } from 'node:crypto';
import type { Sealer } from '../../platform/outgoing/sealer.ts';

/** Link that a ticket opens, as long as it has this password. */
interface Locked {
  id: number;
  password_hash: string | null;
}

/** A page that stays open gets a new one with every answer, so this is how long one may look away. */
const lastsMs = 60 * 60_000;

/** Shows that the password was typed: `<Unix ms of its end>.<signature>`. Kept nowhere; signed by APP_SECRET. */
export function createShareTickets(sealer: Pick<Sealer, 'derive'>, now: () => number) {
  const sign = ({ id, password_hash }: Locked, until: number): string =>
    `${until}.${sealer.derive(`share-ticket ${id} ${until} ${password_hash}`)}`;
  return {
    issue: (share: Locked): string => sign(share, now() + lastsMs),
    /** True if the ticket is of this link and has not ended. */
    opens(share: Locked, ticket: string): boolean {
      const until = Number(/^(\d{13,15})\./.exec(ticket)?.[1]);
      if (!(until > now())) return false;
      const [givenTicket, expectedTicket] = [Buffer.from(ticket), Buffer.from(sign(share, until))];
      return givenTicket.length === expectedTicket.length && timingSafeEqual(givenTicket, expectedTicket);
    },
  };
}
