/** The longest gap between sessions that a bot can have, minutes: a longer distance makes no difference. */
export const longestGapMinutes = 240;

/**
 * The table is ordered by whether `gap_minutes` reaches this number. With a session gap of an hour or less, runs that may
 * belong together are found without reading the rest: nine tenths of the rows of a bot whose users come for a minute or two.
 */
const farMinutes = 60;

/** Condition on a row of `activity_runs`: another action may be closer to it than the session gap. */
export const isNearSql = `(gap_minutes >= ${farMinutes}) IN (0, {session_gap_minutes:UInt16} > ${farMinutes})`;

/** The borders of days and hours of every present time zone are multiples of this. */
export const quarterHourMs = 15 * 60_000;
