export const dayMs = 86_400_000;

/** Parses an ISO date; throws on anything else, because a silent `Invalid Date` spoils a whole world. */
export function toDate(value: string | Date): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new Error(`not a date: "${String(value)}"`);
  return date;
}
