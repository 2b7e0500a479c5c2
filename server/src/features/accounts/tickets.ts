import { timingSafeEqual } from 'node:crypto';
import type { Sealer } from '../../platform/outgoing/sealer.ts';

/** The password was right, the code of the second factor is still wanted. */
export interface Ticket {
  account: string;
  remember: boolean;
  /** The account's `updated_at` then: a new password in between makes the ticket worthless. */
  version: number;
}

const minutes = 10;

/** Tickets are signed, not kept: a changed or late ticket means to begin again. */
export function createTickets(sealer: Pick<Sealer, 'hash'>, now: () => number) {
  const sign = (payload: string): Buffer => Buffer.from(sealer.hash(`sign-in ticket ${payload}`), 'hex');
  return {
    issue(ticket: Ticket): string {
      const ends = now() + minutes * 60_000;
      const payload = Buffer.from(JSON.stringify({ ...ticket, ends })).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    /** Null for one that is not ours or too old. */
    read(text: string): Ticket | null {
      const [payload = '', signature = ''] = text.split('.');
      const [signatureBytes, expectedBytes] = [Buffer.from(signature, 'base64url'), sign(payload)];
      if (signatureBytes.length !== expectedBytes.length || !timingSafeEqual(signatureBytes, expectedBytes))
        return null;
      const { ends, ...ticket } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Ticket & { ends: number };
      return ends > now() ? ticket : null;
    },
  };
}
