import type { Engine, Parameter } from '../engine/engine.ts';

/** How much of a bot's past is told by `spells`, `turns`, `launches` and `charges` (docs/decisions/0016). */
export interface Rollup {
  /** Rows of another edition are not to be read. */
  edition: number;
  /** Unix ms, a whole UTC day: what came before is told, what came since is not. */
  until: number;
  /** Whom they do not tell of: their events have to be read. */
  late: readonly number[];
}

/** With more of them the events of all are read, until they are rolled up. Each is a bound number of a statement. */
const MOST_LATE = 5_000;

/** The start of a statement's answers about the past, and whom they leave out; undefined where nothing is rolled up. */
export async function readRollup(engine: Pick<Engine, 'query'>, bot: string): Promise<Rollup | undefined> {
  const [found] = await engine.query<Rollup>({
    sql: `
      SELECT
        edition, toUnixTimestamp64Milli(until) AS until,
        (SELECT groupUniqArray(${MOST_LATE + 1})(user_id) FROM late_people WHERE bot = {bot:String}) AS late
      FROM rollups FINAL
      WHERE bot = {bot:String}`,
    params: { bot },
  });
  return found === undefined || found.until === 0 || found.late.length > MOST_LATE ? undefined : found;
}

/** Parameters of a statement that reads what is rolled up. */
export const rollupParams = ({ edition, until, late }: Rollup): Record<string, Parameter> => ({
  rolled_edition: edition,
  rolled_until: until,
  rolled_late: late,
});

/** The conditions on a row of such a table; `time` is before `rolledUntil`. */
export const rolledRows = ({ late }: Pick<Rollup, 'late'>): string =>
  `bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < ${rolledUntil}${notLate(late)}`;

export const rolledUntil = "fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')";

/** Nobody is late most of the time, and an empty list is no set. */
export const notLate = (late: readonly number[]): string =>
  late.length === 0 ? '' : ' AND user_id NOT IN {rolled_late:Array(Int64)}';

export const isLate = 'user_id IN {rolled_late:Array(Int64)}';
