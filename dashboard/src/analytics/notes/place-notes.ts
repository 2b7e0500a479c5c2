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
    const dayIndex = days.indexOf(note.day);
    const index = dayIndex >= 0 ? dayIndex : days.findLastIndex((day) => day < note.day);
    // The first week of a period may begin before it, never after: -1 is a chart without buckets.
    if (index < 0) continue;
    const bucketNotes = marks.get(index);
    if (bucketNotes) bucketNotes.push(note);
    else marks.set(index, [note]);
  }
  return [...marks]
    .map(([index, bucketNotes]) => ({ at: index, notes: bucketNotes }))
    .sort((one, other) => one.at - other.at);
}
