import { type RequestListener, Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { arrivals } from '../fairness/arrivals.ts';
import { ConnectionTurns } from './connection-turns.ts';

/** Time that a stop gives to waiting work (hooks, relay), and to a client in the middle of its request. */
const defaultTimeoutMs = 5_000;

interface Connection {
  /** To the newest request; null before the first, and when the client has been sent all of it. */
  response: ServerResponse | null;
  /** `bytesRead` of the socket when it was last looked at: more than that has come in since. */
  bytesSeen: number;
}

/**
 * An HTTP server that closes as soon as its answers have left. Node's own waits for sockets that were never used or hold
 * half a head (their time limits end with `close`), and for answered ones until `keepAliveTimeout`; and it cuts off
 * answers that were written but have not left yet: 4 of 64 MiB arrived (Node 24).
 *
 * One request of a connection is under way at a time.
 */
export class GracefulServer extends Server {
  readonly #connections = new Map<Socket, Connection>();
  readonly #turns = new ConnectionTurns(() => this.timeout);
  #isClosing = false;

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options);
    this.on('connection', (socket: Socket) => {
      arrivals.came();
      this.#connections.set(socket, { response: null, bytesSeen: 0 });
      this.#turns.open(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    this.on('request', (request, response) => {
      const connection = this.#connections.get(request.socket);
      if (connection !== undefined) {
        connection.response = response;
        response.once('close', () => this.#answered(request.socket, connection, response));
      }
      this.#turns.take(request.socket, response, () => listener(request, response));
    });
  }

  /**
   * Stops listening, and drops at once clients that ask for nothing. Requests under way are answered, however long that
   * takes; clients that are still sending theirs may go on, as long as data arrives.
   */
  override close(callback?: (error?: Error) => void): this {
    this.#isClosing = true;
    for (const [socket, connection] of this.#connections) {
      if (connection.response === null) continue;
      connection.bytesSeen = socket.bytesRead;
      // Its client will not use the connection again.
      if (!connection.response.headersSent) connection.response.shouldKeepAlive = false;
    }
    const rounds = setInterval(() => this.#dropSilent(), defaultTimeoutMs);
    this.once('close', () => clearInterval(rounds));
    return super.close(callback);
  }

  /** Called by `close` as well. */
  override closeIdleConnections(): void {
    // Requests that came in together with the order to stop are read first.
    setImmediate(() => {
      for (const [socket, { response, bytesSeen }] of this.#connections) {
        if (response === null && socket.bytesRead === bytesSeen) socket.destroy();
      }
    });
  }

  #answered(socket: Socket, connection: Connection, response: ServerResponse): void {
    if (connection.response !== response) return;
    connection.response = null;
    connection.bytesSeen = socket.bytesRead;
    // An early error would be lost if its client found the line cut while still sending: it keeps its line until the timeout.
    if (this.#isClosing && response.req.complete) socket.destroySoon();
  }

  /** Half a head has had its time; a body may go on while it comes in, or while we are the ones who do not read. */
  #dropSilent(): void {
    for (const [socket, connection] of this.#connections) {
      const { response, bytesSeen } = connection;
      connection.bytesSeen = socket.bytesRead;
      if (response === null) socket.destroy();
      else if (response.req.complete || response.headersSent || response.req.readableLength > 0) continue;
      else if (socket.bytesRead === bytesSeen) socket.destroy();
    }
  }
}
