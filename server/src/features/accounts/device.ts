import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './caller.ts';

const days = 365;
const names = ['__Secure-botscope.device', 'botscope.device'];

/** How the store and the limits name the browser of a request, by its device cookie; null without one. */
export function deviceOf({ cookie }: IncomingHttpHeaders): string | null {
  for (const part of cookie?.split(';') ?? []) {
    const [name = '', token = ''] = part.trim().split('=', 2);
    if (names.includes(name) && /^[\w-]{43}$/.test(token)) return createHash('sha256').update(token).digest('hex');
  }
  return null;
}

/** A new device cookie: 256 random bits, for our API alone. */
function newDevice(secure: boolean): { device: string; cookie: string } {
  const token = randomBytes(32).toString('base64url');
  const attributes = `Path=/api; HttpOnly; SameSite=Strict; Max-Age=${days * 86_400}${secure ? '; Secure' : ''}`;
  return {
    device: createHash('sha256').update(token).digest('hex'),
    cookie: `${names[secure ? 0 : 1]}=${token}; ${attributes}`,
  };
}

/** Who asks in a browser that has a device cookie: one is given to it unless it has. */
export function visitorOf(
  request: { headers: IncomingHttpHeaders; ip: string },
  giveCookie: (cookie: string) => void,
  secure: boolean,
): Caller & { device: string } {
  const caller = { headers: request.headers, address: request.ip };
  const known = deviceOf(request.headers);
  if (known !== null) return { ...caller, device: known };
  const { device, cookie } = newDevice(secure);
  giveCookie(cookie);
  return { ...caller, device };
}

/** So long a browser in which nobody signs in any more is still known. */
export const deviceLifeMs = days * 86_400_000;
