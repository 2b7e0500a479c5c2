import { lookup } from 'node:dns/promises';
import { isPublicAddress, literalAddress } from './public-address.ts';

/** Result of resolving a host name now; the connection itself is checked again (`guarded-dispatcher.ts`). */
export type HostMeaning = 'public' | 'unknown' | 'unresolved' | { reserved: string };

/** A name server that takes longer says nothing: a bot's call waits for this. */
const defaultTimeoutMs = 2_000;

/**
 * `unresolved`: there is no such name. `unknown`: nobody could be asked. `reserved`: all of its addresses lie in networks
 * that requests of ours must not reach; the first of them. Never throws.
 */
export async function lookUpHost(
  hostname: string,
  options: { resolve?: (name: string) => Promise<{ address: string }[]>; timeoutMs?: number } = {},
): Promise<HostMeaning> {
  const { resolve = (name) => lookup(name, { all: true }), timeoutMs = defaultTimeoutMs } = options;
  const literal = literalAddress(hostname);
  const deadline = Promise.withResolvers<null>();
  const timer = setTimeout(() => deadline.resolve(null), timeoutMs);
  try {
    const addresses =
      literal === null ? await Promise.race([resolve(hostname), deadline.promise]) : [{ address: literal }];
    if (addresses === null) return 'unknown';
    const [first] = addresses;
    if (first === undefined) return 'unresolved';
    return addresses.some(({ address }) => isPublicAddress(address)) ? 'public' : { reserved: first.address };
  } catch (error) {
    return (error as { code?: unknown }).code === 'ENOTFOUND' ? 'unresolved' : 'unknown';
  } finally {
    clearTimeout(timer);
  }
}
