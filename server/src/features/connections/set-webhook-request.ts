import { isIPv4 } from 'node:net';
import { updateKinds } from '@botscope/contract';
import type { HostMeaning } from '../../platform/outgoing/look-up-host.ts';
import { isPublicAddress } from '../../platform/outgoing/public-address.ts';

/** A call of setWebhook by a bot, read and checked as Telegram does it. */
export interface SetWebhookRequest {
  url: string;
  secret: string | null;
  maxConnections: number;
  ipAddress: string;
  /** Undefined = as before; null = Telegram's default kinds. */
  allowedUpdates: string[] | null | undefined;
}

const webhookPorts = ['', '80', '88', '443', '8443'];
const badRequest = (description: string) => ({ refused: `Bad Request: ${description}` });

/**
 * Our webhook is what Telegram gets to see, so the bot's own is checked here, in Telegram's words.
 * `anyAddress`: a Bot API server of the operator's own takes plain http and any port. `allowPrivate`: addresses in
 * private networks too.
 */
export function readSetWebhook(
  params: Readonly<Record<string, string>>,
  rules: { anyAddress: boolean; allowPrivate: boolean },
): SetWebhookRequest | { refused: string } {
  const secret = params.secret_token ?? '';
  if (secret.length > 256) return badRequest('secret token is too long');
  if (!/^[A-Za-z0-9_-]*$/.test(secret)) return badRequest('secret token contains unallowed characters');
  const address = params.url ?? '';
  const withScheme = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(withScheme)) return badRequest('invalid webhook URL specified');
  const fault = findFault(new URL(withScheme), params.ip_address ?? '', rules);
  if (fault !== null) return badRequest(`bad webhook: ${fault}`);
  return {
    url: withScheme,
    secret: secret === '' ? null : secret,
    maxConnections: clamp(params.max_connections),
    ipAddress: params.ip_address ?? '',
    allowedUpdates: readKinds(params.allowed_updates),
  };
}

function findFault(url: URL, ipAddress: string, rules: { anyAddress: boolean; allowPrivate: boolean }): string | null {
  const anyAddress = rules.anyAddress || rules.allowPrivate;
  if (!anyAddress && url.protocol !== 'https:') return 'An HTTPS URL must be provided for webhook';
  if (!anyAddress && !webhookPorts.includes(url.port)) return 'Webhook can be set up only on ports 80, 88, 443 or 8443';
  if (rules.allowPrivate) return null;
  const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname;
  if (host.startsWith('[')) return 'IPv6-only addresses are not allowed';
  const reserved = [ipAddress, host].find((address) => isIPv4(address) && !isPublicAddress(address));
  return reserved === undefined ? null : `IP address ${reserved} is reserved`;
}

/** Telegram's error for a host that it cannot or will not reach; null for any other. */
export function hostProblem(meaning: HostMeaning): string | null {
  if (meaning === 'unresolved') {
    return badRequest('bad webhook: Failed to resolve host: Name or service not known').refused;
  }
  return typeof meaning === 'string'
    ? null
    : badRequest(`bad webhook: IP address ${meaning.reserved} is reserved`).refused;
}

/** Telegram's limits; anything else is its default of 40. */
function clamp(text: string | undefined): number {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) ? 40 : Math.min(100, Math.max(1, number));
}

/**
 * Absent or unreadable values keep what was before (telebot and go-telegram-bot-api send the text `null`); an empty list,
 * or one without a kind that Telegram knows, means the default.
 */
function readKinds(text: string | undefined): string[] | null | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.some((kind) => typeof kind !== 'string')) return undefined;
  const requestedKinds = value.map((kind) => String(kind).toLowerCase());
  const knownKinds = updateKinds.filter((kind) => requestedKinds.includes(kind));
  return knownKinds.length === 0 ? null : knownKinds;
}
