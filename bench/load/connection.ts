import { connect, type Socket } from 'node:net';

/**
 * One keep-alive HTTP/1.1 connection that sends ready-made request bytes and waits for each answer. A library's client
 * costs more than our server does: on two cores it would measure itself.
 */
export class Connection {
  readonly #socket: Socket;
  #received = '';
  #waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#take(text));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('connection closed')));
  }

  /** Sends the bytes; resolves with the answer's status. One request at a time. */
  send(request: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /content-length: (\d+)/i.exec(this.#received.slice(0, headEnd))?.[1];
    if (length === undefined) throw new Error('the load generator needs a content-length');
    if (this.#received.length < headEnd + 4 + Number(length)) return;
    const status = Number(this.#received.slice(9, 12));
    this.#received = '';
    const pendingRequest = this.#waiting;
    this.#waiting = null;
    pendingRequest?.resolve(status);
  }
}

/** The bytes of one POST. */
export function postBytes(path: string, headers: Record<string, string>, body: string): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ host: 'localhost', 'content-type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([
    Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${bytes.length}\r\n\r\n`),
    bytes,
  ]);
}
