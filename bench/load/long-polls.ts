import { connect, type Socket } from 'node:net';

/** Bots that poll, each on a connection of its own. */
export interface LongPolls {
  /** Polls that were answered with an update. */
  readonly woken: number;
  /** When the last of them was, on the clock of `performance.now()`. */
  readonly lastAt: number;
  close(): void;
}

/** Starts the polls of `count` bots; each asks again as soon as it is answered, confirming what it got. */
export function startLongPolls(port: number, count: number): LongPolls {
  let woken = 0;
  let lastAt = 0;
  const poll = (socket: Socket, bot: number, offset: number): void => {
    const body = JSON.stringify({ offset, timeout: 50 });
    socket.write(
      `POST /bot${100_000_000 + bot}:${'A'.repeat(35)}/getUpdates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  const sockets = Array.from({ length: count }, (_, bot) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    let text = '';
    socket.on('data', (piece: string) => {
      text += piece;
      if (!text.endsWith(']}')) return;
      const id = Number(/"update_id":(\d+)/.exec(text)?.[1] ?? 0);
      text = '';
      if (id > 0) {
        woken += 1;
        lastAt = performance.now();
      }
      poll(socket, bot, id + 1);
    });
    socket.on('error', () => undefined);
    poll(socket, bot, 0);
    return socket;
  });
  return {
    get woken() {
      return woken;
    },
    get lastAt() {
      return lastAt;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
