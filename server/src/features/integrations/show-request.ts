import type { ShownRequest } from '@botscope/contract';
import type { OutgoingRequest } from './providers/provider.ts';

const mask = '•••';
/** Shorter values would mask half of the words of a request. */
const maskedLength = 6;
const bodyLength = 20_000;

/** A request as it may be shown: secrets are masked wherever they stand, and credentials in any case. */
export function showRequest(
  { method, url, headers, body = '' }: OutgoingRequest,
  secrets: Readonly<Record<string, string>>,
): ShownRequest {
  const hide = createMask(secrets);
  return {
    ...{ method, url: hide(url) },
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, isCredential(name) ? hideCredential(value) : hide(value)]),
    ),
    body: hide(typeof body === 'string' ? body : body.toString('utf8')).slice(0, bodyLength),
  };
}

/** Masks secrets in a text by a provider or of ours: each line and word of them, plain and as addresses write them. */
export function createMask(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const words = Object.values(secrets)
    .flatMap((value) => [value, ...value.split(/[\s"':,/]+/)])
    .filter((word) => word.length >= maskedLength)
    .flatMap((word) => [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  return (text) => words.reduce((masked, word) => masked.replaceAll(word, mask), text);
}

const isCredential = (name: string): boolean => /^(authorization|x-api-key|api-key|cookie)$/i.test(name);
const hideCredential = (value: string): string => value.replace(/(^\w+ )?.*$/s, `$1${mask}`);
