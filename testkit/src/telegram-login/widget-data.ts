import { createHash, createHmac } from 'node:crypto';

/** Fields of a user who pressed Telegram's button on a site; `auth_date` in seconds. Others are signed as well. */
export interface WidgetFields {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
  photo_url?: string;
  auth_date: number;
}

/** The fields with Telegram's signature, as the classic login button hands them over. */
export function signWidgetData<Fields extends WidgetFields>(
  fields: Fields,
  botToken: string,
): Fields & { hash: string } {
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHash('sha256').update(botToken).digest();
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
  return { ...fields, hash };
}
