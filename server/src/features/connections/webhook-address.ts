import { AppError } from '../../platform/errors.ts';
import { isPublicAddress, literalAddress } from '../../platform/outgoing/public-address.ts';

/**
 * The address of a bot's own webhook, checked as far as possible without a request.
 * @throws AppError EmptyWebhook, WebhookWrong (no URL, or a literal address in a private network), WebhookHttp, WebhookSelf; the field is `webhook`.
 */
export function readWebhookAddress(
  address: string,
  rules: { allowPrivate: boolean; isOurs: (address: string) => boolean },
): URL {
  const refuse = (code: 'EmptyWebhook' | 'WebhookWrong' | 'WebhookHttp' | 'WebhookSelf') =>
    new AppError(code, { field: 'webhook' });
  if (address === '') throw refuse('EmptyWebhook');
  if (!URL.canParse(address)) throw refuse('WebhookWrong');
  const url = new URL(address);
  if (!['https:', 'http:'].includes(url.protocol)) throw refuse('WebhookWrong');
  if (rules.isOurs(url.href)) throw refuse('WebhookSelf');
  if (url.protocol !== 'https:' && !rules.allowPrivate) throw refuse('WebhookHttp');
  const literal = literalAddress(url.hostname);
  const isLocal = /(^|\.)localhost\.?$/.test(url.hostname) || (literal !== null && !isPublicAddress(literal));
  if (isLocal && !rules.allowPrivate) throw refuse('WebhookWrong');
  return url;
}
