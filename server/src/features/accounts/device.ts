import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sha256 } from '../../platform/sha256.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { Caller } from './caller.ts';

const days = 365;
const names = ['__Secure-botscope.device', 'botscope.device'];

/** Name of a request's browser in the store and the limits, from its device cookie; null without one. */
export function parseDevice({ cookie }: IncomingHttpHeaders): string | null {
  for (const part of cookie?.split(';') ?? []) {
    const [name = '', token = ''] = part.trim().split('=', 2);
    if (names.includes(name) && /^[\w-]{43}$/.test(token)) return sha256(token);
  }
  return null;
}

/** A new device cookie: 256 random bits, for our API alone. */
function newDevice(secure: boolean): { device: string; cookie: string } {
  const token = randomBytes(32).toString('base64url');
  const attributes = `Path=/api; HttpOnly; SameSite=Strict; Max-Age=${days * 86_400}${secure ? '; Secure' : ''}`;
  return {
    device: sha256(token),
    cookie: `${names[secure ? 0 : 1]}=${token}; ${attributes}`,
  };
}

/** Returns the caller of a request; gives the browser a device cookie unless it has one. */
export function resolveVisitor(
  request: { headers: IncomingHttpHeaders; ip: string },
  giveCookie: (cookie: string) => void,
  secure: boolean,
): Caller & { device: string } {
  const caller = { headers: request.headers, address: request.ip };
  const knownDevice = parseDevice(request.headers);
  if (knownDevice !== null) return { ...caller, device: knownDevice };
  const { device, cookie } = newDevice(secure);
  giveCookie(cookie);
  return { ...caller, device };
}

/** A browser without any further sign-in stays known this long. */
export const deviceLifeMs = days * dayMs;
