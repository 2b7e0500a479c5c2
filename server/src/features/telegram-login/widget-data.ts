import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { pickName, readTid, type TelegramUser } from './telegram-user.ts';

/** Age limit for data from the classic button, and limit by which Telegram's clock may be ahead of ours. */
const widgetLife = { minutes: 15, aheadMinutes: 5 } as const;

type Fields = Readonly<Record<string, string | number | boolean>>;

/**
 * The user in what the classic button hands over, or why nobody is. The hash is HMAC-SHA256 over all other fields,
 * sorted, as `name=value` lines, under SHA256 of the bot's token; fields that we do not know are signed too.
 */
export function readWidgetData(
  { hash, ...fields }: Fields,
  { botToken, now }: { botToken: string; now: number },
): TelegramUser | 'wrong-hash' | 'too-old' | 'no-user' {
  if (!isSame(widgetHash(fields, botToken), String(hash))) return 'wrong-hash';
  const age = now - Number(fields.auth_date) * 1_000;
  // A date that is no number must not pass as fresh.
  if (!(age <= widgetLife.minutes * 60_000 && age >= -widgetLife.aheadMinutes * 60_000)) return 'too-old';
  const tid = readTid(fields.id);
  if (tid === null) return 'no-user';
  const fullName = [fields.first_name, fields.last_name].filter((part) => typeof part === 'string').join(' ');
  return { tid, name: pickName(fullName, fields.username) };
}

export function widgetHash(fields: Fields, botToken: string): string {
  const lines = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`);
  const key = createHash('sha256').update(botToken).digest();
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex');
}

/** In constant time: its duration does not reveal where they differ. */
function isSame(expected: string, givenHash: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(givenHash)];
  return one.length === other.length && timingSafeEqual(one, other);
}
