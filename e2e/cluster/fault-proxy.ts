import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** State of a fault proxy's connections, including those that are already open. */
export type LinkState =
  | 'open'
  /** Open connections are reset, new ones too: the machine is there, its service is not. */
  | 'refusing'
  /** Nothing more passes and nobody hangs up: the other machine was cut off without a word. */
  | 'silent';

/** Stands between one process and a store, and fails as networks do. */
export interface FaultProxy {
  readonly port: number;
  set(state: LinkState): void;
  /** Resets every connection once; new ones pass. */
  cut(): void;
  /** Each piece of data takes this much longer, ms. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy on the loopback interface. @param upstream a host and port, or the path of a Unix socket */
export async function startFaultProxy(upstream: NetConnectOpts): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let state: LinkState = 'open';
  let delayMs = 0;

  const server = createServer((incoming) => {
    if (state === 'refusing') {
      reset(incoming.on('error', () => undefined));
      return;
    }
    join(incoming, connect(upstream));
  });

  function join(incoming: Socket, outgoing: Socket): void {
    pass(incoming, outgoing);
    pass(outgoing, incoming);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      if (state === 'silent') one.pause();
      one
        .setNoDelay(true)
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(one);
          // While the link is silent, the other side does not even learn that this one has gone.
          if (state !== 'silent') other.destroy();
        });
    }
  }

  /** Writes what `from` sends to `to`, in order, each piece after the delay of its moment. */
  function pass(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      if (delayMs === 0) to.write(chunk);
      else last = last.then(() => wait(delayMs)).then(() => void to.write(chunk));
    });
    from.once('end', () => void last.then(() => to.end()));
  }

  function cut(): void {
    for (const socket of sockets) reset(socket);
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

  return {
    port,
    set(next) {
      const wasSilent = state === 'silent';
      state = next;
      if (next === 'refusing') cut();
      // Data written into a silent link is lost with it: its connections do not come back to life half-way.
      else if (next === 'open' && wasSilent) cut();
      else if (next === 'silent') for (const socket of sockets) socket.pause();
    },
    cut,
    delay(ms) {
      delayMs = ms;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

/** As a network resets a connection; a Unix socket can only be closed. */
function reset(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
