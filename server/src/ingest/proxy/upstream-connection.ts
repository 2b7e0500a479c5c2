import { connect, isIP, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type ResponseEvents, type ResponseHead, ResponseParser } from './response-parser.ts';

/** Address of a Telegram server. */
export interface Origin {
  isSecure: boolean;
  /** Name or address, without brackets. */
  hostname: string;
  port: number;
  /** For the header `Host`. */
  host: string;
  /** Path in front of /bot…; '' mostly. */
  prefix: string;
  /** A socket of this machine in place of a host and port. */
  socketPath?: string;
}

/** Telegram gave no answer, or an incomplete one. Contains nothing of the request, which has the token in its path. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly isTimeout: boolean;
  /** True if not a byte of the answer had come. */
  readonly isSilent: boolean;
  constructor(message: string, options: { isTimeout?: boolean; isSilent?: boolean } = {}) {
    super(message);
    this.isTimeout = options.isTimeout ?? false;
    this.isSilent = options.isSilent ?? false;
  }
}

/** Callbacks of the caller. After `end` or `fail` none is called. */
export interface Exchange {
  head(head: ResponseHead): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(failure: UpstreamFailure): void;
}

export interface ConnectionOwner {
  /** It may carry the next request. */
  onFree(connection: UpstreamConnection): void;
  onGone(connection: UpstreamConnection): void;
  session: Buffer | undefined;
}

/**
 * Everything is read into it. Left to itself Node gives each read 64 KiB of its own and shrinks it, which cost 5 µs and kept
 * the collector busy; an answer has some hundred bytes, for which there is a pool.
 */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

/** One keep-alive connection to Telegram with at most one request under way. */
export class UpstreamConnection implements ResponseEvents {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #parser = new ResponseParser();
  #exchange: Exchange | null = null;
  #onDrain: (() => void) | null = null;
  #isSent = false;
  #isConnected = false;
  #isGone = false;
  #error = '';
  /** Bytes of the present answer have come. */
  #hasAnswered = false;
  /** It has carried a request before. */
  isUsed = false;
  /** When the present state began, on the clock of `performance.now()`: idle, connecting or waiting for the answer. */
  since = performance.now();

  constructor(origin: Origin, owner: ConnectionOwner) {
    this.#owner = owner;
    const read = (chunk: Buffer): void => this.#read(chunk);
    const socket = origin.isSecure ? openTls(origin, owner, read) : openPlain(origin, read);
    this.#socket = socket;
    // Dead peers are noticed within minutes also where nothing is sent, as in a long poll.
    socket.setKeepAlive(true, 30_000);
    socket.once(origin.isSecure ? 'secureConnect' : 'connect', () => {
      this.#isConnected = true;
      this.since = performance.now();
    });
    socket.on('drain', () => this.#onDrain?.());
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#error = error.code ?? error.name;
    });
    socket.on('end', () => {
      this.#parser.close();
      // Closing: nothing may be sent on it from now on.
      owner.onGone(this);
    });
    socket.on('close', () => this.#closed());
  }

  /** It carries a request, and not a byte of the answer has come. */
  get isUnanswered(): boolean {
    return this.#exchange !== null && !this.#hasAnswered;
  }

  /** Step that it waits for; null while it is idle or an answer comes in. */
  get waitsFor(): 'connection' | 'answer' | null {
    if (this.#exchange === null || this.#hasAnswered) return null;
    if (!this.#isConnected) return 'connection';
    return this.#isSent ? 'answer' : null;
  }

  /** Begins a request. `onDrain` is called when a write that returned false may go on. */
  begin(exchange: Exchange, isHeadRequest: boolean, onDrain: (() => void) | null): void {
    this.#exchange = exchange;
    this.#onDrain = onDrain;
    this.#isSent = false;
    this.#hasAnswered = false;
    this.since = performance.now();
    this.#parser.begin(this, isHeadRequest);
  }

  write(bytes: string | Buffer): boolean {
    return typeof bytes === 'string' ? this.#socket.write(bytes, 'latin1') : this.#socket.write(bytes);
  }

  /** The request is written whole. */
  sent(): void {
    this.#isSent = true;
    this.since = performance.now();
  }

  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Closes the connection; no callback is called any more. */
  abandon(): void {
    this.#exchange = null;
    this.#onDrain = null;
    // Now, not on the socket's event: until then the connection would be taken for a free one.
    this.#owner.onGone(this);
    this.#socket.destroy();
  }

  giveUp(failure: UpstreamFailure): void {
    const exchange = this.#exchange;
    this.abandon();
    exchange?.fail(failure);
  }

  head(head: ResponseHead): void {
    this.#exchange?.head(head);
  }

  data(chunk: Buffer): void {
    this.#exchange?.data(chunk);
  }

  end(isReusable: boolean): void {
    const exchange = this.#exchange;
    this.#exchange = null;
    this.#onDrain = null;
    this.isUsed = true;
    this.since = performance.now();
    // A caller that paused for a slow reader has the whole answer and will not resume.
    if (this.#socket.isPaused()) this.#socket.resume();
    // Answered before the request was over: what is missing of it cannot be sent any more.
    if (isReusable && this.#isSent && !this.#isGone) this.#owner.onFree(this);
    else this.#socket.destroy();
    exchange?.end();
  }

  #read(chunk: Buffer): void {
    this.#hasAnswered = true;
    try {
      this.#parser.push(chunk);
    } catch (error) {
      this.giveUp(new UpstreamFailure(error instanceof Error ? error.message : 'malformed answer'));
    }
  }

  #closed(): void {
    this.#isGone = true;
    // Cut off is not the end of an answer without a length.
    if (this.#error === '') this.#parser.close();
    this.#owner.onGone(this);
    const words = this.#error === '' ? 'the connection was closed' : this.#error;
    const isTimeout = this.#error === 'ETIMEDOUT';
    const isSilent = !this.#hasAnswered;
    this.#exchange?.fail(new UpstreamFailure(words, { isTimeout, isSilent }));
    this.#exchange = null;
  }
}

function openPlain({ hostname: host, port, socketPath: path }: Origin, read: (chunk: Buffer) => void): Socket {
  const onread: OnReadOpts = {
    buffer: readBuffer,
    callback(bytes) {
      // A copy: the next read, of any connection, overwrites it.
      read(Buffer.from(readBuffer.subarray(0, bytes)));
      return true;
    },
  };
  return path === undefined ? connect({ host, port, noDelay: true, onread }) : connect({ path, onread });
}

function openTls({ hostname: host, port }: Origin, owner: ConnectionOwner, read: (chunk: Buffer) => void): Socket {
  const socket: TLSSocket = connectTls({
    host,
    port,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(owner.session === undefined ? {} : { session: owner.session }),
  });
  socket.setNoDelay(true);
  socket.on('data', read);
  socket.on('session', (session) => {
    owner.session = session;
  });
  return socket;
}
