import type { TelegramData } from '@botscope/contract';

/** Our own words in an address; all others on the return page are Telegram's, and the classic button signs them all. */
const ownParams = new Set(['lang', 'bot', 'demo', 'invite_token']);

/** Reads Telegram's answer from an address; `declined` when the user said no, null when there is none. */
export function readReturn(search: Readonly<Record<string, string>>): TelegramData | 'declined' | null {
  const { code, state, error, ...rest } = search;
  if (error !== undefined) return 'declined';
  if (code !== undefined && state !== undefined) return { code, state };
  const { id, auth_date, hash } = rest;
  if (id === undefined || auth_date === undefined || hash === undefined) return null;
  const fields = Object.entries(search).filter(([name]) => !ownParams.has(name));
  return { ...Object.fromEntries(fields), id, auth_date, hash };
}
