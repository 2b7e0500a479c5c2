import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A Telegram made of bare sockets, to see the very bytes and to misbehave in ways that a server would not. */
export interface RawUpstream {
  url: string;
  sockets: Socket[];
  /** All bytes that came in on all connections, latin1. */
  received(): string;
  stop(): Promise<void>;
}

export async function startRawUpstream(
  onData: (socket: Socket, text: string, chunk: Buffer) => void,
): Promise<RawUpstream> {
  const sockets: Socket[] = [];
  let receivedText = '';
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (receivedText.length < 1_000_000) receivedText += text;
      onData(socket, text, chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    received: () => receivedText,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
