import type { UpdateBody } from '@botscope/server/simulation/users/telegram-types.ts';
import type { Clock } from '../clock.ts';

const kinds = ['callback_query', 'inline_query', 'shipping_query', 'pre_checkout_query'] as const;
type QueryKind = (typeof kinds)[number];

/** Seconds in which a query may be answered; a checkout has ten. */
const answerSeconds: Record<QueryKind, number> = {
  callback_query: 150,
  inline_query: 30,
  shipping_query: 10,
  pre_checkout_query: 10,
};

/** The queries that wait for a bot's answer. */
export function createOpenQueries(clock: Clock) {
  const open = new Map<string, { kind: QueryKind; until: number; settle: (ok: boolean) => void }>();
  return {
    learn(body: UpdateBody): void {
      for (const kind of kinds) {
        const query = body[kind];
        if (!query) continue;
        const until = clock.now().getTime() + answerSeconds[kind] * 1_000;
        open.set(query.id, { kind, until, settle: () => undefined });
      }
    },
    onAnswer(id: string, settle: (ok: boolean) => void): void {
      const query = open.get(id);
      if (query) query.settle = settle;
    },
    /** Ends a query; `false` when it is unknown, of another kind, answered already (a checkout) or too old. */
    answer(kind: QueryKind, id: string, ok: boolean): boolean {
      const query = open.get(id);
      if (!query || query.kind !== kind || query.until < clock.now().getTime()) return false;
      // A button press may be answered again and again; an inline query and a checkout only once.
      if (kind !== 'callback_query') open.delete(id);
      query.settle(ok);
      return true;
    },
  };
}
