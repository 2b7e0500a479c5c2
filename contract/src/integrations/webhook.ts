import * as z from 'zod/mini';
import { provider } from './descriptor.ts';

/** Names of headers that the request has already, or that say how it is sent. */
const ownHeaders =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|webhook-.*)$/i;
const Header = z.string().check(
  z.trim(),
  z.maxLength(1_000),
  z.regex(/^[A-Za-z0-9-]{1,64}: ?[\x20-\x7e]*$/),
  z.refine((line) => !ownHeaders.test(line.slice(0, line.indexOf(':')))),
);

/** POST of JSON, signed by Standard Webhooks 1.0. */
export const webhook = provider({
  category: 'code',
  settings: z.strictObject({
    url: z.string().check(z.trim(), z.maxLength(2_000), z.regex(/^https?:\/\/[^\s@]+$/)),
    /** Events in one request: 1 sends `{type, timestamp, data}`, more send `{type: "batch", data: [those]}`. */
    batch: z._default(z.number().check(z.int(), z.gte(1), z.lte(500)), 1),
  }),
  secrets: z.strictObject({
    /** `whsec_` and base64 of 24 to 64 bytes; made by us unless given. Two during a rotation, separated by a space. */
    secret: z._default(
      z.string().check(z.trim(), z.regex(/^$|^whsec_[A-Za-z0-9+/]{32,88}={0,2}( whsec_[A-Za-z0-9+/]{32,88}={0,2})?$/)),
      '',
    ),
    /** Further headers, `Name: value` one a line: for gates that check a token of their own. */
    headers: z._default(z.string().check(z.maxLength(4_000), z.refine(isHeaders)), ''),
  }),
  fields: [
    { key: 'url', input: 'text', placeholder: 'https://example.com/botscope' },
    { key: 'batch', input: 'number' },
    { key: 'secret', input: 'text', placeholder: 'whsec_…' },
    { key: 'headers', input: 'lines', placeholder: 'Authorization: Bearer …' },
  ],
  target: ['url'],
  names: 'none',
  usualTypes: ['user.started', 'user.left', 'payment.succeeded', 'conversion.reached'],
  maxAgeHours: null,
  repeats: 'known',
  usualUserIds: 'plain',
  forgetsUsers: true,
});

function isHeaders(text: string): boolean {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .every((line) => z.safeParse(Header, line).success);
}
