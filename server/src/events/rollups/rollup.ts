import type { Engine, Parameter } from '../store/engine/engine.ts';
import { MOST_STALE, type StalePeople, stalePeopleParams } from '../store/stale-people.ts';

/**
 * What statements about a bot may read in place of its events: how much of its past is told by `spells`, `turns`, `launches`
 * and `charges` (docs/decisions/0016), and of whom `people` tells right (0017).
 */
export interface Rollup {
  /** Rows of another edition are not to be read. */
  edition: number;
  /** Unix ms, a whole UTC day: what came before is told, what came since is not. 0 = nothing is. */
  until: number;
  /** Whom they do not tell of: their events have to be read. */
  late: readonly number[];
  /** Who is not right in `people`. */
  stale: StalePeople;
}

/** What is told of the past, if anything is. */
export const toldOf = (rollup: Rollup | undefined): Rollup | undefined => (rollup?.until ? rollup : undefined);

/** The same without what is told: for statements that read events anyway, or of a stretch of time that it is not exact for. */
export const peopleOnly = (rollup: Rollup | undefined): Rollup | undefined =>
  rollup && { ...rollup, until: 0, late: [] };

/** With more of them the events of all are read, until they are rolled up. Each is a bound number of a statement. */
const MOST_LATE = 5_000;

/** The start of a statement's answers about the past, and whom they leave out; undefined where there is nothing to know. */
export async function readRollup(engine: Pick<Engine, 'query'>, bot: string): Promise<Rollup | undefined> {
  const [found] = await engine.query<Rollup & { stale: readonly number[] }>({
    sql: `
      SELECT
        argMax(edition, version) AS edition, toUnixTimestamp64Milli(argMax(until, version)) AS until,
        (SELECT groupUniqArray(${MOST_LATE + 1})(user_id) FROM late_people WHERE bot = {bot:String}) AS late,
        (SELECT groupUniqArray(${MOST_STALE + 1})(user_id) FROM stale_people WHERE bot = {bot:String}) AS stale
      FROM rollups
      WHERE bot = {bot:String}`,
    params: { bot },
  });
  if (found === undefined) return undefined;
  const stale = found.stale.length > MOST_STALE ? 'everybody' : found.stale;
  // What is told of somebody was told by their row in `people`, and by the copy that has lost.
  const late = [...new Set([...found.late, ...found.stale])];
  if (found.until === 0 || late.length > MOST_LATE) {
    return stale.length === 0 ? undefined : { edition: found.edition, until: 0, late: [], stale };
  }
  return { edition: found.edition, until: found.until, late, stale };
}

/** Parameters of a statement that reads what is rolled up. */
export const rollupParams = ({ edition, until, late, stale }: Rollup): Record<string, Parameter> => ({
  rolled_edition: edition,
  rolled_until: until,
  rolled_late: late,
  ...stalePeopleParams(stale),
});

/** The conditions on a row of such a table; `time` is before `rolledUntil`. */
export const rolledRows = ({ late }: Pick<Rollup, 'late'>): string =>
  `bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < ${rolledUntil}${notLate(late)}`;

export const rolledUntil = "fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')";

/** Nobody is late most of the time, and an empty list is no set. */
export const notLate = (late: readonly number[]): string =>
  late.length === 0 ? '' : ' AND user_id NOT IN {rolled_late:Array(Int64)}';

export const isLate = 'user_id IN {rolled_late:Array(Int64)}';
