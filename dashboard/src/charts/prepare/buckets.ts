import type { Detail } from '@botscope/contract';

const dayMs = 86_400_000;

/**
 * A bucket's local start as it reads on the wall, in milliseconds as if it were UTC. Written with `timeZone: 'UTC'` it gives
 * the local text in every zone, half-hour and daylight-saving ones included, without any zone arithmetic in the browser.
 */
function wallClock(bucket: string): number {
  return Date.parse(`${bucket.slice(0, 19)}Z`);
}

interface BucketNames {
  /** Full name, for tooltip and table: `Mon, Nov 3`, `Nov 3 – 9`, `November 2026`, `Mon, Nov 3, 14:00`. */
  long: string[];
  /** Local start for a spreadsheet: `2026-11-03`, with `14:00` at hour detail. */
  plain: string[];
}

/**
 * Names of all buckets of a period; `to` is its last local day (`YYYY-MM-DD`), where the last week is cut. The year is added
 * where the period crosses one, or where `withYear` asks for it.
 */
export function nameBuckets(
  buckets: readonly string[],
  detail: Detail,
  period: { from: string; to: string },
  locale: string,
  withYear = false,
): BucketNames {
  // Hours of the week have no date: "00" to "23".
  if (buckets.every((bucket) => bucket.length === 2)) {
    const hours = buckets.map((hour) => `${hour}:00`);
    return { long: hours, plain: hours };
  }
  const walls = buckets.map(wallClock);
  const years = withYear || period.from.slice(0, 4) !== period.to.slice(0, 4);
  const year = years ? { year: 'numeric' as const } : {};
  if (detail === 'hour') {
    const write = createFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...year, ...clock });
    const names = walls.map((wall) => write.format(wall));
    return {
      // The hour that a change from summer time repeats has the same name twice: the offset distinguishes them.
      long: names.map((name, index) =>
        name === names[index - 1] || name === names[index + 1] ? `${name} (UTC${buckets[index]?.slice(19)})` : name,
      ),
      plain: buckets.map((bucket) => bucket.slice(0, 16).replace('T', ' ')),
    };
  }
  const plainNames = buckets.map((bucket) => bucket.slice(0, 10));
  if (detail === 'month') {
    const write = createFormat(locale, { month: 'long', year: 'numeric' });
    return { long: walls.map((wall) => write.format(wall)), plain: plainNames };
  }
  if (detail === 'day') {
    const write = createFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...year });
    return { long: walls.map((wall) => write.format(wall)), plain: plainNames };
  }
  const write = createFormat(locale, { day: 'numeric', month: 'short', ...year });
  const first = Date.parse(period.from);
  const last = Date.parse(period.to);
  return {
    long: walls.map((wall, index) => {
      // Only the days that the period really holds: its first and its last week may be cut short.
      const start = Math.max(wall, first);
      const next = walls[index + 1] ?? last + dayMs;
      return write.formatRange(start, Math.max(start, Math.min(next - dayMs, wall + 6 * dayMs)));
    }),
    plain: plainNames,
  };
}

/**
 * A period's days, for a sentence: `Oct 1 – 30, 2026`; one day alone where it has only one. With the time, where it ends
 * within a day: `Oct 1 – 30, 2026, 08:00`, `Oct 1, 2026, 00:00 – 08:00`.
 */
export function nameRange(
  { from, to, until }: { from: string; to: string; until?: string | undefined },
  locale: string,
): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  if (until !== undefined && from === to) {
    return createFormat(locale, { ...day, ...clock }).formatRange(Date.parse(from), wallClock(until));
  }
  const days = createFormat(locale, day).formatRange(Date.parse(from), Date.parse(to));
  return until === undefined ? days : `${days}, ${createFormat(locale, clock).format(wallClock(until))}`;
}

export interface Tick {
  /** Index of the bucket. */
  at: number;
  label: string;
}

/** Room that one label needs: about 6.5 px a character at 12 px type, and air. */
const measureLabels = (labels: readonly string[]): number =>
  Math.max(...labels.map((label) => label.length), 1) * 6.5 + 18;

/** Labels under the chart, at bucket starts, as many as `width` pixels hold side by side. */
export function prepareTimeTicks(buckets: readonly string[], detail: Detail, width: number, locale: string): Tick[] {
  const walls = buckets.map(wallClock);
  if (walls.length === 0) return [];
  const write = tickFormat(walls, detail, locale);
  const labels = walls.map((wall) => write(wall));
  const room = Math.max(1, Math.floor(width / measureLabels(labels)));
  const step =
    listSteps(detail).find((candidate) => walls.length / candidate <= room) ?? Math.ceil(walls.length / room);
  return walls.flatMap((wall, index) =>
    isOnStep(wall, index, detail, step) ? [{ at: index, label: labels[index] ?? '' }] : [],
  );
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function createFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
}

function tickFormat(walls: readonly number[], detail: Detail, locale: string): (wall: number) => string {
  const first = walls[0] ?? 0;
  const last = walls.at(-1) ?? first;
  if (detail === 'month') {
    const write = createFormat(locale, { month: 'short', ...(last - first > 330 * dayMs ? { year: '2-digit' } : {}) });
    return (wall) => write.format(wall);
  }
  const day = createFormat(locale, { day: 'numeric', month: 'short' });
  if (detail !== 'hour') return (wall) => day.format(wall);
  const hour = createFormat(locale, clock);
  if (last - first < dayMs) return (wall) => hour.format(wall);
  return (wall) => (wall % dayMs === 0 ? day.format(wall) : hour.format(wall));
}

function listSteps(detail: Detail): number[] {
  if (detail === 'hour') return [1, 2, 3, 6, 12, 24, 48, 72, 168, 336];
  if (detail === 'day') return [1, 2, 3, 7, 14, 28, 56, 91, 182];
  if (detail === 'week') return [1, 2, 4, 8, 13, 26];
  return [1, 2, 3, 6, 12];
}

/** Ticks sit at round places: whole hours of the day, Mondays, the first month of a quarter. */
function isOnStep(wall: number, index: number, detail: Detail, step: number): boolean {
  const day = Math.floor(wall / dayMs);
  if (detail === 'hour') {
    const hour = new Date(wall).getUTCHours();
    return step < 24 ? hour % step === 0 : hour === 0 && day % (step / 24) === 0;
  }
  if (detail === 'day' && step >= 7) {
    // 1970-01-01 was a Thursday: the Monday before it has number -3.
    const week = Math.floor((day + 3) / 7);
    return (day + 3) % 7 === 0 && week % Math.max(1, Math.round(step / 7)) === 0;
  }
  if (detail === 'month') return new Date(wall).getUTCMonth() % step === 0;
  return index % step === 0;
}
