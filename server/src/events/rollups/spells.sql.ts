/** The shortest gap between sessions that a bot can have (contract, `sessionGapMinutes`), ms. */
const SHORTEST_GAP = 5 * 60_000;
/** The longest one, minutes: a greater distance says no more. */
export const LONGEST_GAP = 240;

/**
 * The table is ordered by whether `apart` reaches so many minutes: with a gap of an hour or less, what may hang together is
 * found without a look at the rest (nine tenths of the rows of a bot whose people come for a minute or two).
 */
const FAR = 60;

/** Condition on a row of `spells`: something may lie nearer to it than the gap. */
export const isNearSql = `(apart >= ${FAR}) IN (0, {session_gap_minutes:UInt16} > ${FAR})`;

const DAY = 86_400_000;

/** Borders of days and hours of every present time zone lie on these. */
export const QUARTER_HOUR = 15 * 60_000;

/**
 * Fills `spells` from the actions between {from} and {to} (Unix ms, the end exclusive) of the people that a condition on
 * `user_id` selects. What lies outside is not looked at: a spell is as far apart from it as from the border at least.
 */
export const fillSpellsSql = (people: string): string => `
INSERT INTO spells (bot, edition, user_id, time, length, actions, apart)
SELECT {bot:String}, {edition:UInt64}, user_id, fromUnixTimestamp64Milli(row.1, 'UTC'), row.2, row.3, row.4
FROM (
  WITH
    arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
    arraySplit(
      (moment, pause) -> pause >= ${SHORTEST_GAP} OR intDiv(moment, ${DAY}) != intDiv(moment - pause, ${DAY}),
      times, arrayDifference(times)) AS runs,
    arrayMap(run -> run[1], runs) AS begins,
    arrayMap(run -> run[-1], runs) AS ends,
    arrayMap((end, next) -> least(${LONGEST_GAP}, intDiv(next - end, 60000)),
      arrayPushFront(ends, {from:Int64}), arrayPushBack(begins, {to:Int64})) AS pauses,
    arrayMap(
      (run, before, after) -> (run[1], toUInt32(run[-1] - run[1]), toUInt32(length(run)), toUInt8(least(before, after))),
      runs, arrayPopBack(pauses), arrayPopFront(pauses)) AS spells,
    arrayFlatten(arrayMap(
      (begin, end) -> arrayMap(quarter -> (quarter * ${QUARTER_HOUR}, toUInt32(0), toUInt32(0), toUInt8(0)),
        range(intDiv(begin, ${QUARTER_HOUR}) + 1, intDiv(end, ${QUARTER_HOUR}) + 1)),
      begins, ends)) AS quarters
  SELECT user_id, arrayJoin(arrayConcat(spells, quarters)) AS row
  FROM events FINAL
  PREWHERE is_action AND user_id != 0 AND ${people}
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY user_id
)`;
