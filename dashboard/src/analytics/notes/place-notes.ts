import type { Annotation } from '@botscope/contract';

/** Notes of one bucket. */
export interface NoteMark {
  /** Index of the bucket. */
  at: number;
  notes: Annotation[];
}

/** Notes beside the buckets that hold their days, those of the period only. At hour detail a day begins with its first hour. */
export function placeNotes(
  notes: readonly Annotation[],
  buckets: readonly string[],
  period: { from: string; to: string },
): NoteMark[] {
  const days = buckets.map((bucket) => bucket.slice(0, 10));
  const marks = new Map<number, Annotation[]>();
  for (const note of notes) {
    if (note.day < period.from || note.day > period.to) continue;
    const same = days.indexOf(note.day);
    const at = same >= 0 ? same : days.findLastIndex((day) => day < note.day);
    // The first week of a period may begin before it, never after: -1 is a chart without buckets.
    if (at < 0) continue;
    const there = marks.get(at);
    if (there) there.push(note);
    else marks.set(at, [note]);
  }
  return [...marks].map(([at, there]) => ({ at, notes: there })).sort((one, other) => one.at - other.at);
}
