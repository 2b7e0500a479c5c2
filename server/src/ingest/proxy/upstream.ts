import {
  type ConnectionOwner,
  type Exchange,
  type Origin,
  UpstreamConnection,
  UpstreamFailure,
} from './upstream-connection.ts';

/** A request to Telegram. */
export interface UpstreamRequest {
  /** Request line and headers with the empty line, latin1. */
  head: string;
  /** The body whole; null = it is written piece by piece, or there is none. */
  body: Buffer | null;
  /** True = `write` and `finish` follow. */
  isStreamed: boolean;
  isHeadRequest: boolean;
  /** May be sent again if a kept connection turns out to be closed: it changes nothing at Telegram. */
  isRepeatable: boolean;
  /** A write that returned false may go on. */
  onDrain?: () => void;
}

/** A request under way. */
export interface Sending {
  /** @returns false if the writer should wait for `onDrain`. */
  write(bytes: string | Buffer): boolean;
  finish(): void;
  /** Closes the connection; no callback of the exchange is called any more. */
  abort(): void;
  pause(): void;
  resume(): void;
}

export interface Upstream {
  origin(root: string): Origin;
  send(origin: Origin, request: UpstreamRequest, exchange: Exchange): Sending;
  /** Fails every request of whose answer nothing has come yet. */
  giveUpUnanswered(): void;
  close(): void;
}

/** Below what servers keep idle connections for (nginx: 75 s), so that we rarely write into one that is being closed. */
const idleMs = 20_000;
const defaultConnectMs = 10_000;
/** Longer than any long poll (50 s), and than what a client waits for an upload to be digested (300 s). */
const defaultAnswerMs = 330_000;
/** A body up to this size goes out in one write with its head. */
const joinedBody = 16_384;

interface Lane extends ConnectionOwner {
  origin: Origin;
  idle: UpstreamConnection[];
  all: Set<UpstreamConnection>;
}

/** Keep-alive connections to the Telegrams in use; as many as there are requests, the warmest is used first. */
export function createUpstream(timeouts: { connectMs?: number; answerMs?: number } = {}): Upstream {
  const connectMs = timeouts.connectMs ?? defaultConnectMs;
  const answerMs = timeouts.answerMs ?? defaultAnswerMs;
  const lanes = new Map<string, Lane>();
  let isClosed = false;

  const sweep = (): void => {
    const now = performance.now();
    for (const lane of lanes.values()) {
      for (const connection of [...lane.idle]) if (now - connection.since > idleMs) connection.abandon();
      for (const connection of lane.all) {
        const state = connection.waitsFor;
        if (state !== null && now - connection.since > (state === 'connection' ? connectMs : answerMs))
          connection.giveUp(new UpstreamFailure('no answer in time', { isTimeout: true }));
      }
    }
  };
  // One look at all connections instead of a timer for each request.
  const sweeper = setInterval(sweep, Math.min(1_000, connectMs, answerMs));
  sweeper.unref();

  function ensureLane(origin: Origin): Lane {
    const name = `${origin.isSecure} ${origin.hostname} ${origin.port} ${origin.socketPath ?? ''}`;
    const knownLane = lanes.get(name);
    if (knownLane !== undefined) return knownLane;
    const lane: Lane = {
      origin,
      idle: [],
      all: new Set(),
      session: undefined,
      onFree(connection) {
        // Kept ones would hold up the end of the process.
        if (isClosed) connection.abandon();
        else lane.idle.push(connection);
      },
      onGone(connection) {
        lane.all.delete(connection);
        const index = lane.idle.indexOf(connection);
        if (index >= 0) lane.idle.splice(index, 1);
      },
    };
    lanes.set(name, lane);
    return lane;
  }

  const origins = new Map<string, Origin>();

  return {
    origin(root) {
      const knownOrigin = origins.get(root);
      if (knownOrigin !== undefined) return knownOrigin;
      const origin = readOrigin(root);
      origins.set(root, origin);
      return origin;
    },
    send(origin, request, exchange) {
      const lane = ensureLane(origin);
      let connection = take(lane, false);
      const start = (): void => {
        connection.begin(guarded, request.isHeadRequest, request.onDrain ?? null);
        writeStart(connection, request);
      };
      const guarded: Exchange = request.isRepeatable
        ? {
            head: (head) => exchange.head(head),
            data: (chunk) => exchange.data(chunk),
            end: () => exchange.end(),
            fail(failure) {
              if (!failure.isSilent || !connection.isUsed) return exchange.fail(failure);
              connection = take(lane, true);
              start();
            },
          }
        : exchange;
      start();
      return {
        write: (bytes) => connection.write(bytes),
        finish: () => connection.sent(),
        abort: () => connection.abandon(),
        pause: () => connection.pause(),
        resume: () => connection.resume(),
      };
    },
    giveUpUnanswered() {
      for (const lane of lanes.values())
        for (const connection of lane.all)
          if (connection.isUnanswered) connection.giveUp(new UpstreamFailure('no answer', { isTimeout: true }));
    },
    close() {
      isClosed = true;
      clearInterval(sweeper);
      for (const lane of lanes.values()) for (const connection of [...lane.idle]) connection.abandon();
    },
  };
}

function take(lane: Lane, isFresh: boolean): UpstreamConnection {
  for (let warm = isFresh ? undefined : lane.idle.pop(); warm !== undefined; warm = lane.idle.pop()) {
    if (lane.all.has(warm)) return warm;
  }
  const connection = new UpstreamConnection(lane.origin, lane);
  lane.all.add(connection);
  return connection;
}

function writeStart(connection: UpstreamConnection, { head, body, isStreamed }: UpstreamRequest): void {
  if (body === null) connection.write(head);
  else if (body.length <= joinedBody) connection.write(head + body.toString('latin1'));
  else {
    connection.cork();
    connection.write(head);
    connection.write(body);
    connection.uncork();
  }
  if (!isStreamed) connection.sent();
}

/** @throws TypeError if the address is none; the configuration has checked it. */
function readOrigin(root: string): Origin {
  const url = new URL(root);
  const isSecure = url.protocol === 'https:';
  return {
    isSecure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    host: url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
  };
}
