/** A user whom Telegram has authenticated. */
export interface TelegramUser {
  tid: number;
  /** First and last name, else the user name, else ''. */
  name: string;
}

/** Characters of a name that the dashboard keeps: Telegram may send any length. */
const nameLength = 128;

/** The id of a Telegram user, which fits 52 bits; null for anything else. */
export function readTid(value: unknown): number | null {
  const tid = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof tid === 'number' && Number.isSafeInteger(tid) && tid > 0 ? tid : null;
}

/** The first of the names that says something. Zero characters cannot be stored. */
export function pickName(...names: readonly unknown[]): string {
  const texts = names.map((name) => (typeof name === 'string' ? name.replaceAll('\0', '').trim() : ''));
  return (texts.find((text) => text !== '') ?? '').slice(0, nameLength);
}
