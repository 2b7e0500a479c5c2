import { AllowedOrigin, maxOrigins } from '@botscope/contract';
import * as z from 'zod/mini';
import { type AddressLines, parseLines } from '../form/address-lines.ts';

/** An address of a page stands for its origin, and a bare domain for its `https://`. */
const toOrigin = (line: string): string => {
  const text = line.trim();
  const address = /^\w+:\/\//.test(text) ? text : `https://${text}`;
  return /^[^/]+\/\/[^/?#]*/.exec(address)?.[0] ?? address;
};

export const parseOrigins = (text: string): AddressLines =>
  parseLines(text, maxOrigins, (line) => z.safeParse(AllowedOrigin, toOrigin(line)));

/** As the server judges it: `https://*.example.com` is any name below the domain, and not the domain itself. */
export function isAllowedOrigin(origins: readonly string[], origin: string): boolean {
  return origins.length === 0 || origins.some((one) => matches(one, origin.toLowerCase()));
}

function matches(pattern: string, origin: string): boolean {
  const [scheme = '', domain] = pattern.split('*');
  if (domain === undefined) return pattern === origin;
  const names = origin.slice(scheme.length, -domain.length);
  return origin.startsWith(scheme) && origin.endsWith(domain) && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(names);
}
