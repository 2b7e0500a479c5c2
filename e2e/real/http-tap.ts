import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  /** Path and query. */
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: Buffer;
  /** 0 while there is none, and after a broken connection. */
  status: number;
  answerHeaders: string[];
  answer: Buffer;
  /** End of the exchange; `open` while it runs. */
  end: 'open' | 'whole' | 'caller gone' | 'broken';
  /** Why it broke, in the words of the system. */
  why: string;
}

/** Fault that a tap causes in an exchange instead of passing it on. */
export type TapFault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { reset: true }
  /** It is passed on, and its answer never comes back. */
  | { answer: 'lost' }
  /** Milliseconds before it is passed on. */
  | { delay: number };

/** An HTTP server that passes everything on, records it, and can be made to fail. */
export interface HttpTap {
  readonly url: string;
  readonly port: number;
  /** In the order in which they began. */
  readonly exchanges: Exchange[];
  /** The next `times` requests whose path fits get this instead of their answer. */
  fault(fits: RegExp, fault: TapFault, times?: number): void;
  /** Calls that were to fail pass from now on. */
  clearFaults(): void;
  close(): Promise<void>;
}

/** Starts a tap. @param target where a request goes, as `http://host:port`; null answers 404. @param host of its address */
export async function startTap(
  target: (request: IncomingMessage) => string | null,
  host = '127.0.0.1',
): Promise<HttpTap> {
  const exchanges: Exchange[] = [];
  const faults: { fits: RegExp; fault: TapFault; left: number }[] = [];
  const agent = new Agent({ keepAlive: true });

  function takeFault(path: string): TapFault | undefined {
    const item = faults.find(({ fits, left }) => left > 0 && fits.test(path));
    if (item) item.left -= 1;
    return item?.fault;
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange: Exchange = {
      at: Date.now(),
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.rawHeaders,
      body: Buffer.of(),
      status: 0,
      answerHeaders: [],
      answer: Buffer.of(),
      end: 'open',
      why: '',
    };
    exchanges.push(exchange);
    const to = target(request);
    if (to === null) {
      response.writeHead(404).end();
      return;
    }
    const fault = takeFault(exchange.path);
    if (fault && 'reset' in fault) cut(exchange, response);
    else if (fault && 'status' in fault) {
      exchange.status = fault.status;
      request.resume().once('end', () => response.writeHead(fault.status, fault.headers).end(fault.body));
    } else if (fault && 'answer' in fault) passOn(exchange, request, response, to, true);
    else if (fault) setTimeout(() => passOn(exchange, request, response, to), fault.delay);
    else passOn(exchange, request, response, to);
  }

  function passOn(
    exchange: Exchange,
    request: IncomingMessage,
    response: ServerResponse,
    to: string,
    isAnswerLost = false,
  ): void {
    const requestChunks: Buffer[] = [];
    const outgoing = httpRequest(
      `${to}${exchange.path}`,
      { method: exchange.method, headers: request.rawHeaders, agent, setDefaultHeaders: false },
      (answer) => {
        if (isAnswerLost) {
          answer.resume();
          return cut(exchange, response);
        }
        exchange.status = answer.statusCode ?? 0;
        exchange.answerHeaders = answer.rawHeaders;
        response.writeHead(exchange.status, answer.statusMessage, answer.rawHeaders);
        const answerChunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => {
          answerChunks.push(chunk);
          exchange.answer = Buffer.concat(answerChunks);
          response.write(chunk);
        });
        answer.once('end', () => {
          if (exchange.end === 'open') exchange.end = 'whole';
          response.end();
        });
        answer.once('error', (error) => cut(exchange, response, error));
      },
    );
    outgoing.once('error', (error) => cut(exchange, response, error));
    request.on('data', (chunk: Buffer) => {
      requestChunks.push(chunk);
      outgoing.write(chunk);
    });
    request.once('end', () => {
      exchange.body = Buffer.concat(requestChunks);
      outgoing.end();
    });
    response.once('close', () => {
      if (response.writableFinished) return;
      if (exchange.end === 'open') exchange.end = 'caller gone';
      outgoing.destroy();
    });
  }

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, handle);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://${host}:${port}`,
    port,
    exchanges,
    fault: (fits, fault, times = 1) => void faults.push({ fits, fault, left: times }),
    clearFaults: () => void faults.splice(0),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}

/** Breaks the connection as a network does: nothing more comes, and not even a proper end. */
function cut(exchange: Exchange, response: ServerResponse, error?: Error): void {
  exchange.why ||= error?.message ?? 'scripted';
  if (exchange.end === 'open') exchange.end = 'broken';
  response.socket?.resetAndDestroy();
}
