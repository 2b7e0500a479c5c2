import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface TestSmtp {
  url: string;
  /** Messages that were sent, whether or not they were accepted. */
  messages: string[];
  /** Messages that were answered with 250, as far as the sender was still there to read it. */
  accepted: string[];
  close(): Promise<void>;
}

/** A mail server that speaks just enough SMTP. `answer` replies to the end of each message; null: it never does. */
export async function startTestSmtp(
  answer: (message: string) => string | null | Promise<string | null> = () => '250 ok',
): Promise<TestSmtp> {
  const messages: string[] = [];
  const accepted: string[] = [];
  const sockets = new Set<Socket>();

  async function end(socket: Socket, message: string): Promise<void> {
    messages.push(message);
    const reply = await answer(message);
    if (reply === null || socket.destroyed) return;
    if (reply.startsWith('250')) accepted.push(message);
    socket.write(`${reply}\r\n`);
  }
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.write('220 test\r\n');
    let body: string | null = null;
    socket.on('data', (chunk) => {
      if (body !== null) {
        body += chunk.toString();
        if (!body.endsWith('\r\n.\r\n')) return;
        const message = body;
        body = null;
        void end(socket, message);
      } else if (/^DATA/i.test(chunk.toString())) {
        body = '';
        socket.write('354 go on\r\n');
      } else {
        socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    accepted,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
