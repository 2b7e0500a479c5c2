/** First letters of the months in both languages of the interface: enough to distinguish them, in any grammatical case. */
const months: readonly string[][] = [
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  ['янв', 'фев', 'мар', 'апр', 'мая', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'],
  ['', '', '', '', 'май'],
];

/**
 * A typed day as `YYYY-MM-DD`: `2026-10-01`, `1.10.2026`, `1.10.26`, `1.10`, `1 Oct`, `Oct 1, 2026`, `1 октября 2026`.
 * Without a year it is the last such day that is not after `today`. Null for anything else: `10/1/2026` is another day on
 * either side of the Atlantic.
 */
export function parseDay(text: string, today: string): string | null {
  const words = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (iso) return buildDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})(?:\.\s?(\d{4}|\d{2})?)?$/.exec(words);
  if (dotted) return resolve(Number(dotted[1]), Number(dotted[2]), dotted[3], today);
  const monthMatch =
    /^(?<day>\d{1,2})\s*(?<month>\p{L}{3,})\.?,?(?:\s+(?<year>\d{4}))?(?:\s*г\.?)?$/u.exec(words) ??
    /^(?<month>\p{L}{3,})\.?\s+(?<day>\d{1,2}),?(?:\s+(?<year>\d{4}))?$/u.exec(words);
  const { day, month, year } = monthMatch?.groups ?? {};
  const monthIndex = months.flatMap((names) => names.indexOf((month ?? '').slice(0, 3))).find((index) => index >= 0);
  return monthIndex === undefined ? null : resolve(Number(day), monthIndex + 1, year, today);
}

function resolve(day: number, month: number, year: string | undefined, today: string): string | null {
  if (year !== undefined) return buildDay(Number(year.length === 2 ? `20${year}` : year), month, day);
  const thisYear = Number(today.slice(0, 4));
  // Eight years back there is a 29 February, also across 2100.
  for (let yearsBack = 0; yearsBack <= 8; yearsBack++) {
    const date = buildDay(thisYear - yearsBack, month, day);
    if (date !== null && date <= today) return date;
  }
  return null;
}

function buildDay(year: number, month: number, day: number): string | null {
  const pad = (number: number, length: number) => String(number).padStart(length, '0');
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // 30 February parses as 2 March in some engines and not at all in others.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}
