import type { FilterSql } from '../../../analytics/query/filter-sql.ts';
import { loadRollup } from '../../../analytics/query/load-rollup.ts';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { type Sources, scope } from '../../../analytics/query/scope.ts';
import { quarterHourMs } from '../../../events/rollups/read/activity-runs.ts';
import type { EventStore, Parameter } from '../../../events/store/event-store.ts';
import { dayMs } from '../../../platform/time-units.ts';

export interface UserQuestion {
  store: Pick<EventStore, 'query' | 'rollup'>;
  bot: string;
  user: number;
  now: number;
  signal?: AbortSignal | undefined;
}

const onlyThem = 'user_id = {filter_user:Int64}';

/** Asks statements of the reports about the whole history of one user. */
export async function askAbout({ store, bot, user, now, signal }: UserQuestion) {
  const rollup = await loadRollup(store, bot, signal);
  const filter: FilterSql = {
    ofUsersRow: onlyThem,
    ofUser: onlyThem,
    ofAction: onlyThem,
    params: { filter_user: user },
  };
  // Whole quarters of an hour, so that rolled-up rows may be read; events may be dated a day ahead.
  const end = Math.ceil((now + dayMs) / quarterHourMs) * quarterHourMs;
  const all = scope(bot, 0, end, filter, rollup);
  const ask = <Row extends object>(write: (from: Sources) => string, params?: Readonly<Record<string, Parameter>>) =>
    runQuery<Row>(store, all.statement(write, params), { tag: `user/${bot}`, signal });
  return { rollup, ask };
}
