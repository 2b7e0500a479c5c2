import { type LookupAddress, lookup as resolveName } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isPublicAddress, literalAddress } from './public-address.ts';

/** The other side lies in a network that requests of ours must not reach. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'PRIVATE_ADDRESS';

  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}

export interface GuardedOptions {
  /** Lets everything through: for bots on the same machine, and for tests. */
  allowPrivate: boolean;
  /** Resolves names to addresses; the system's resolver unless given. */
  resolve?: typeof resolveName;
}

/**
 * For addresses that users give us. Names are resolved by the connection itself and only public addresses are tried, so
 * a name that answers differently a second time gains nothing; redirects are not followed (undici does so only on
 * demand). HTTP/1.1 like Telegram, connections kept alive; a failed one rejects with PrivateAddressError.
 */
export function createGuardedDispatcher(options: GuardedOptions): Dispatcher {
  const { allowPrivate, resolve = resolveName } = options;
  const connectOptions = { timeout: 10_000, keepAlive: true, allowH2: false } as const;
  const connect = buildConnector(allowPrivate ? connectOptions : { ...connectOptions, lookup: publicLookup(resolve) });
  return new Agent({
    allowH2: false,
    keepAliveTimeout: 30_000,
    // Telegram opens up to 100 for each bot, and many bots may live at one address.
    connections: 1_024,
    maxHeaderSize: 65_536,
    connect: (target, callback) => {
      const literal = literalAddress(target.hostname);
      if (!allowPrivate && literal !== null && !isPublicAddress(literal)) {
        callback(new PrivateAddressError(literal), null);
        return;
      }
      connect(target, (...[error, socket]) => {
        if (error !== null) callback(error, null);
        else if (allowPrivate || isPublicAddress(peerOf(socket))) callback(null, socket);
        else {
          socket.destroy();
          callback(new PrivateAddressError(target.hostname), null);
        }
      });
    },
  });
}

/** The address at the other end, from the kernel. */
const peerOf = (socket: Socket): string => socket.remoteAddress ?? '';

/** A resolver that hands out public addresses only, in the shape `net.connect` asks for. */
function publicLookup(resolve: typeof resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) {
        callback(error, []);
        return;
      }
      const open = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (first === undefined) callback(new PrivateAddressError(hostname), []);
      else if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}
