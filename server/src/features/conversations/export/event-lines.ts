import { type FullRow, type HistoryScope, newest, readPayloads, readRows } from '../read/history.ts';
import { presentEvent } from '../read/log.ts';
import { beforeMoment } from '../read/position.ts';

/** Events in memory at a time: a payload may have a megabyte, and usually has one or two kilobytes. */
const eventsOfWindow = 200;

/** Every event of a person with its payload, the oldest first, read in windows. @throws as `runQuery` does */
export async function* eachEvent(reading: HistoryScope): AsyncGenerator<FullRow> {
  let from = beforeMoment(0);
  // Events that arrive meanwhile are left out: they would have no end.
  const until = newest(reading.now).time;
  for (;;) {
    reading.signal?.throwIfAborted();
    const { rows, isEnd } = await readRows(reading, 'after', { content: 'true', from, most: eventsOfWindow });
    const payloads = await readPayloads(reading, rows);
    for (const row of rows) {
      if (row.at_ms > until) return;
      yield { ...row, payload: payloads.get(row.id) ?? '' };
    }
    const last = rows.at(-1);
    if (isEnd || last === undefined) return;
    from = { time: last.at_ms, id: BigInt(last.id) };
  }
}

/** An event as one line of JSON; the payload as it came, on the same line. */
export function eventLine(row: FullRow): string {
  const { cursor: _, ...event } = presentEvent(row);
  return `${JSON.stringify(event).slice(0, -1)},"payload":${rawJson(row.payload)}}\n`;
}

/** Line breaks within JSON are no more than spaces. What is no JSON is written as a text. */
function rawJson(payload: string): string {
  if (payload === '') return 'null';
  try {
    JSON.parse(payload);
  } catch {
    return JSON.stringify(payload);
  }
  return payload.replaceAll(/[\r\n]+/g, ' ');
}
