import { AllowedOrigin, mostOrigins } from '@botscope/contract';
import * as z from 'zod/mini';

/** Allowed origins as entered: one a line. */
interface ReadOrigins {
  origins: string[];
  /** The first line that is no origin, counted from 1; null where there is none. */
  wrongLine: number | null;
  isTooMany: boolean;
}

/** An address of a page stands for its origin, and a bare domain for its `https://`. */
const toOrigin = (line: string): string => {
  const text = line.trim();
  const address = /^\w+:\/\//.test(text) ? text : `https://${text}`;
  return /^[^/]+\/\/[^/?#]*/.exec(address)?.[0] ?? address;
};

export function readOrigins(text: string): ReadOrigins {
  const origins: string[] = [];
  let wrongLine: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = z.safeParse(AllowedOrigin, toOrigin(line));
    if (!read.success) wrongLine ??= index + 1;
    else if (!origins.includes(read.data)) origins.push(read.data);
  }
  return { origins, wrongLine, isTooMany: origins.length > mostOrigins };
}

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
