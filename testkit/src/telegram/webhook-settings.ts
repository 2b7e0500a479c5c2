import { isIPv4 } from 'node:net';
import type { AllowedUpdates } from './allowed-updates.ts';
import { badRequest } from './errors.ts';
import type { UploadedFile } from './multipart.ts';
import type { Params } from './params.ts';

/** Address and settings with which a bot wants its updates pushed. */
export interface WebhookSettings {
  url: string;
  secret: string;
  maxConnections: number;
  /** The address given by the bot itself; empty when the name is looked up. */
  ipAddress: string;
  hasCertificate: boolean;
}

/** The last thing that went wrong with a delivery, as getWebhookInfo returns it. */
export interface DeliveryError {
  /** Seconds since 1970. */
  date: number;
  message: string;
}

const webhookPorts = ['', '443', '80', '88', '8443'];

/**
 * Settings from the parameters of setWebhook, or the error of a real server. `isLocal` is the mode of one's own
 * Bot API server (`--local`): plain HTTP, any port and reserved addresses are then allowed.
 */
export function readWebhookSettings(params: Params, files: readonly UploadedFile[], isLocal: boolean): WebhookSettings {
  const secret = params.text('secret_token');
  if (secret.length > 256) throw badRequest('secret token is too long');
  if (!/^[A-Za-z0-9_-]*$/.test(secret)) throw badRequest('secret token contains unallowed characters');
  const url = webhookUrl(params.text('url'));
  const ipAddress = params.text('ip_address');
  if (!isLocal) refuseUnreachable(url, ipAddress);
  return {
    url: params.text('url'),
    secret,
    maxConnections: params.integer('max_connections', 40, 1, 100),
    ipAddress,
    hasCertificate: files.some((file) => file.field === 'certificate' && file.size > 0),
  };
}

/** The address of a webhook; without a scheme it is taken as HTTPS, as the real server does. */
export function webhookUrl(text: string): URL {
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) throw badRequest('invalid webhook URL specified');
  return new URL(withScheme);
}

function refuseUnreachable(url: URL, ipAddress: string): void {
  if (url.protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  if (!webhookPorts.includes(url.port)) {
    throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  }
  const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname;
  if (host.startsWith('[')) throw badRequest('bad webhook: IPv6-only addresses are not allowed');
  for (const address of [ipAddress, host]) {
    if (isIPv4(address) && isReserved(address)) throw badRequest(`bad webhook: IP address ${address} is reserved`);
  }
}

function isReserved(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number);
  return (
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254)
  );
}

/** Builds the answer of getWebhookInfo; fields that do not apply are left out. */
export function webhookInfo(
  settings: WebhookSettings | undefined,
  state: { pending: number; allowed: AllowedUpdates; lastError: DeliveryError | undefined },
): Record<string, unknown> {
  const allowedField = state.allowed === undefined ? {} : { allowed_updates: state.allowed };
  const base = { pending_update_count: state.pending };
  if (!settings) return { url: '', has_custom_certificate: false, ...base, ...allowedField };
  return {
    url: settings.url,
    has_custom_certificate: settings.hasCertificate,
    ...base,
    ...(state.lastError ? { last_error_date: state.lastError.date, last_error_message: state.lastError.message } : {}),
    max_connections: settings.maxConnections,
    // No name is looked up here: a documentation address stands for what the name server would have said.
    ip_address: settings.ipAddress || '203.0.113.7',
    ...allowedField,
  };
}
