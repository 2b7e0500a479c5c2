import type { Delivery, TelegramUser } from '../oracle/deliveries.ts';
import { deliveriesOfVisit, type VisitRequest } from './visits.ts';

/** One item on its way. */
export interface Sending {
  way: 'push' | 'file' | 'call' | 'conversion';
  /** Unix ms. */
  receivedAt: number;
  /** In the form of the public API: of a conversion with `target` in place of `target_id`. */
  item: Record<string, unknown>;
  /** The product hears of it after everything else, although it was received long before. */
  isDelayed?: boolean;
}

/** A row of an uploaded list, as its cells say. */
export interface ListRow {
  from: TelegramUser;
  source: string;
  dateAdded: string;
  hasLeft: boolean;
  dateLeft: string;
}

/** One request of a bot or its owner. They are made in the order of the list, each at its own moment. */
export type Request = VisitRequest | BotRequest;

type BotRequest = { at: number } & (
  | { way: 'push' | 'call' | 'conversion'; items: readonly Record<string, unknown>[] }
  | { way: 'file'; lines: readonly Record<string, unknown>[] }
  | { way: 'list'; rows: readonly ListRow[] }
  /** The owner's installation rolls up what happened before this moment (a UTC midnight). */
  | { way: 'roll-up'; before: number }
);

export const iso = (moment: number): string => new Date(moment).toISOString();

/** Returns everything as it was sent, for the oracle. Targets have the numbers that the product gave them. */
export function toDeliveries(requests: readonly Request[], targetIds: readonly number[]): Delivery[] {
  return requests.flatMap((request, index): Delivery[] => {
    const receivedAt = request.at;
    switch (request.way) {
      case 'push':
        return request.items.map((item) => ({ way: 'push', receivedAt, ...(item as { update: object }) }));
      case 'file':
        return request.lines.map((line) => ({
          way: 'file',
          receivedAt,
          file: index,
          ...(line as { update: object }),
        }));
      case 'call':
        return request.items.map((item) => ({
          way: 'call',
          receivedAt,
          ...(item as { method: string; params: object }),
        }));
      case 'conversion':
        return request.items.map(({ target, ...item }) => ({
          way: 'conversion',
          receivedAt,
          targetId: targetIds[Number(target)] ?? 0,
          ...(item as { userId: number }),
        }));
      case 'list':
        return request.rows.map((row) => ({ way: 'list', receivedAt, ...row }));
      case 'site':
        return deliveriesOfVisit(request);
      default:
        return [];
    }
  });
}
