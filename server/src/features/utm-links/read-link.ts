import type { LinkKind } from '@botscope/contract';

/** Parts of a pasted text before any rules. */
export interface ReadLink {
  /** Null for a bare payload. */
  kind: LinkKind | null;
  /** Null for a bare payload. */
  username: string | null;
  /** '' where the link carries none: it opens the bot, and its launch is direct. */
  payload: string;
}

const hasScheme = /^(?:[a-z][a-z0-9+.-]*:\/\/|tg:)/i;
const hosts = /^(?:www\.)?(?:t|telegram)\.(?:me|dog)$/i;
/** shop_bot.t.me */
const ownHost = /^([a-z]\w{3,31})\.t\.me$/i;
const looksLikeHost = /^(?:[\w-]+\.)*(?:t|telegram)\.(?:me|dog)(?:[/?#]|$)/i;
/** A copied address may have been encoded as a whole, as in the parameter of another one. */
const encodedScheme = /^[a-z]+%3A/i;
const username = /^[a-z]\w{3,31}$/i;
/** Telegram's own folders, which no user can be called. */
const folders = new Set([
  'joinchat',
  'addstickers',
  'addemoji',
  'addlist',
  'addtheme',
  'setlanguage',
  'share',
  'login',
]);
const startCommand = /^\/start(?:@\w+)?(?:\s+|$)/i;
const barePayload = /^[\w-]{1,512}$/;
const kinds = ['start', 'startapp', 'startgroup'] as const;

/**
 * Reads a link to a bot as users copy it (`https://t.me/shop_bot?start=…`, `t.me/shop_bot/app?startapp=…`,
 * `tg://resolve?domain=…&start=…`, telegram.me, telegram.dog, shop_bot.t.me), a typed `/start …`, or a bare payload.
 * Null for anything else: another site, an invitation, a message of a channel.
 */
export function readLink(pasted: string): ReadLink | null {
  const text = encodedScheme.test(pasted.trim()) ? decoded(pasted.trim()) : pasted.trim();
  if (hasScheme.test(text) || looksLikeHost.test(text)) return readAddress(text);
  const payload = decoded(text.replace(startCommand, ''));
  return barePayload.test(payload) ? { kind: null, username: null, payload } : null;
}

function readAddress(text: string): ReadLink | null {
  const fullAddress = hasScheme.test(text) ? text : `https://${text}`;
  if (!URL.canParse(fullAddress)) return null;
  const url = new URL(fullAddress);
  const address = url.protocol === 'tg:' ? parseTgLink(url) : parseWebLink(url);
  if (address === null || !username.test(address.name) || folders.has(address.name.toLowerCase())) return null;
  // A folder is an app's name; a number would be a message of a channel.
  if (address.app !== null && !/^(?!\d+$)\w+$/.test(address.app)) return null;
  const kind = kinds.find((each) => url.searchParams.has(each)) ?? (address.app === null ? 'start' : 'startapp');
  return { kind, username: address.name, payload: (url.searchParams.get(kind) ?? '').trim() };
}

interface LinkAddress {
  name: string;
  app: string | null;
}

/** tg://resolve?domain=shop_bot&appname=app, also as tg:resolve?… */
function parseTgLink(url: URL): LinkAddress | null {
  const action = `${url.host}${url.pathname}`.replaceAll('/', '').toLowerCase();
  if (action !== 'resolve') return null;
  return { name: url.searchParams.get('domain') ?? '', app: url.searchParams.get('appname') };
}

function parseWebLink(url: URL): LinkAddress | null {
  if (!/^https?:$/.test(url.protocol)) return null;
  const hostUsername = ownHost.exec(url.hostname)?.[1];
  if (hostUsername === undefined && !hosts.test(url.hostname)) return null;
  const path = url.pathname.split('/').filter((part) => part !== '');
  const [name = '', app = null, ...extraParts] = hostUsername === undefined ? path : [hostUsername, ...path];
  return extraParts.length > 0 ? null : { name: name.replace(/^@/, ''), app };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
