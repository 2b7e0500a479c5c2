import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { arrivals } from '../fairness/arrivals.ts';
import { peerHeader } from './peer-header.ts';

/** A connection with this many waiting requests is not read. Clients that pipeline at all send two or three at once. */
const maxWaiting = 4;
/**
 * Waiting requests of all connections, about 5 kB each. Node parses up to 64 kB in one go, which can be 2,600 requests,
 * before a pause takes effect.
 */
const maxWaitingRequests = 5_000;
/** Interval at which answers that nobody takes are looked for, ms. */
const roundMs = 30_000;
/** Time after which a connection is closed if its client has read nothing of a finished answer, ms. */
const unreadMs = 60_000;

const paths = /^\/(?:api|v1|hit|hook|bot|r)(?![a-z])/;

/**
 * Who takes turns in a burst: an address with one kind of path. 2,000 hits at once kept pushes waiting for 0.9 s, and many
 * installations have a proxy in front, from whose address all requests come.
 */
function askerOf({ headers, socket, url = '' }: IncomingMessage): string {
  // The app process has a local socket, which has no address; the traffic process names the client's.
  const address = socket.remoteAddress ?? headers[peerHeader] ?? '';
  return `${address} ${paths.exec(url)?.[0] ?? ''}`;
}

/** The requests of one connection, of which one is under way. */
interface Turns {
  current: ServerResponse | null;
  waiting: { response: ServerResponse; begin: () => void }[];
  isPaused: boolean;
  /** The answer that was finished, and not taken, when the last round came by. */
  unread: ServerResponse | null;
}

/**
 * One request under way per connection, before any route: the next one begins when the answer before it has left.
 * Node hands over all that a client has sent: 5 connections with 10,000 requests each, answers not read, kept every bot
 * from being answered for 16 s, and their answers took 340 MB.
 */
export class ConnectionTurns {
  readonly #connections = new Map<Socket, Turns>();
  readonly #idleMs: () => number;
  #waitingInAll = 0;
  #rounds: NodeJS.Timeout | undefined;

  /** @param idleMs the time limit of a connection on which nothing moves */
  constructor(idleMs: () => number) {
    this.#idleMs = idleMs;
  }

  /** Call it once for each new connection. */
  open(socket: Socket): void {
    const turns: Turns = { current: null, waiting: [], isPaused: false, unread: null };
    this.#connections.set(socket, turns);
    this.#rounds ??= setInterval(() => this.#limitUnread(), roundMs).unref();
    // Reading the body of a request resumes the whole connection.
    socket.on('resume', () => {
      if (turns.isPaused) socket.pause();
    });
    socket.once('close', () => {
      this.#waitingInAll -= turns.waiting.length;
      turns.waiting = [];
      this.#connections.delete(socket);
      if (this.#connections.size > 0) return;
      clearInterval(this.#rounds);
      this.#rounds = undefined;
    });
  }

  /** Begins the request now or in its turn; never if its client leaves before. */
  take(socket: Socket, response: ServerResponse, begin: () => void): void {
    const turns = this.#connections.get(socket);
    // The parser goes on to the end of its piece after the connection was ended.
    if (turns === undefined || socket.destroyed) return;
    if (turns.current === null) {
      this.#start(socket, turns, response);
      arrivals.afterBurst(askerOf(response.req), () => {
        if (!socket.destroyed) begin();
      });
      return;
    }
    turns.waiting.push({ response, begin });
    this.#waitingInAll += 1;
    if (turns.waiting.length < maxWaiting) return;
    if (this.#waitingInAll > maxWaitingRequests) socket.destroy();
    else if (!turns.isPaused) {
      turns.isPaused = true;
      socket.pause();
    }
  }

  #start(socket: Socket, turns: Turns, response: ServerResponse): void {
    turns.current = response;
    response.once('close', () => this.#next(socket, turns));
  }

  #next(socket: Socket, turns: Turns): void {
    turns.current = null;
    if (turns.unread !== null) {
      turns.unread = null;
      // After the last answer Node has set the limit of an idle connection.
      if (turns.waiting.length > 0) socket.setTimeout(this.#idleMs());
    }
    const next = turns.waiting.shift();
    if (next === undefined) return;
    this.#waitingInAll -= 1;
    this.#start(socket, turns, next.response);
    arrivals.inLaterTurn(() => {
      if (socket.destroyed) return;
      if (turns.isPaused && turns.waiting.length === 0) {
        turns.isPaused = false;
        socket.resume();
      }
      next.begin();
    });
  }

  /** Node prolongs the limit by itself while the client takes bytes, however slowly. */
  #limitUnread(): void {
    for (const [socket, turns] of this.#connections) {
      const response = turns.current;
      const isUnread = response?.writableEnded === true && !response.writableFinished;
      if (!isUnread) continue;
      if (turns.unread === response) socket.setTimeout(unreadMs);
      turns.unread = response;
    }
  }
}
