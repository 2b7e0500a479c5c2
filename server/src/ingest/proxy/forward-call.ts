import type { IncomingMessage, ServerResponse } from 'node:http';
import { failureReply, sendReply } from './answers.ts';
import { findHeader, passedHeaders, requestHead, withoutHeader } from './headers.ts';
import type { TelegramReply } from './proxy-deps.ts';
import { notePassed } from './tidy-buffers.ts';
import type { Sending, Upstream } from './upstream.ts';
import type { Origin, UpstreamFailure } from './upstream-connection.ts';

/** Looks on while a call passes; must neither wait nor throw. */
export interface Tap {
  requestData(chunk: Buffer): void;
  answerHead(status: number, headers: readonly string[]): void;
  answerData(chunk: Buffer): void;
  /** Called at the end. `status` 0: no answer. Calls `send`, which ends the answer, once the call cannot be lost. */
  done(status: number, send: () => void): void;
}

export interface Passage {
  upstream: Upstream;
  origin: Origin;
  path: string;
  request: IncomingMessage;
  response: ServerResponse;
  tap: Tap | null;
  /** Changes nothing at Telegram, so it can be retried. The method GET alone is no proof: puregram sends messages with it. */
  isQuestion: boolean;
  onStatus?: (status: number) => void;
  /** Telegram did not answer; the bot gets an error. */
  onFailure?: (failure: UpstreamFailure) => void;
  /** The other side is a process of ours, not Telegram. */
  ours?: OwnProcess;
}

/** Differences from Telegram when the other side is a process of ours. */
export interface OwnProcess {
  /** Headers that are added, after those of the same name are taken away: name, value. */
  headers: readonly [lowerCaseName: string, value: string];
  /** When it does not answer. */
  failureReply(failure: UpstreamFailure): TelegramReply;
}

/** Up to this size a body is gathered and sent with its head in one piece; larger ones are streamed. */
const smallBody = 65_536;

/** Passes one call on to Telegram and the answer back, byte for byte, streamed both ways. */
export function forward(passage: Passage): void {
  const { request } = passage;
  const length = request.headers['content-length'];
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (isChunked || (length !== undefined && Number(length) <= smallBody && length !== '0')) gather(passage, isChunked);
  else if (length === undefined || length === '0') forwardWhole(passage, null);
  else forwardStream(passage, [], false);
}

/** Sends a small body in one piece; what turns out to be large is streamed. */
function gather(passage: Passage, isChunked: boolean): void {
  const { request, tap } = passage;
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= smallBody) return;
    request.pause();
    request.off('data', onData).off('end', onEnd);
    forwardStream(passage, chunks, isChunked);
  };
  const onEnd = (): void => {
    const body = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
    tap?.requestData(body);
    forwardWhole(passage, body, isChunked);
  };
  request.on('data', onData).on('end', onEnd);
}

/** Passes on a call whose body (null = none) was read before. */
export function forwardWhole(passage: Passage, body: Buffer | null, wasChunked = false): void {
  const framing = wasChunked && body !== null ? ({ length: body.length } as const) : 'as-is';
  abortWithClient(passage, begin(passage, framing, body, false));
}

function forwardStream(passage: Passage, before: Buffer[], isChunked: boolean): void {
  const { request, tap } = passage;
  const transfer = begin(passage, isChunked ? 'chunked' : 'as-is', null, true, () => request.resume());
  abortWithClient(passage, transfer);
  const write = (chunk: Buffer): boolean => {
    tap?.requestData(chunk);
    notePassed(chunk.length);
    if (!isChunked) return transfer.write(chunk);
    if (chunk.length === 0) return true;
    transfer.write(`${chunk.length.toString(16)}\r\n`);
    transfer.write(chunk);
    return transfer.write('\r\n');
  };
  for (const chunk of before) write(chunk);
  request.on('data', (chunk: Buffer) => {
    // Answered already: the rest of the upload is read and dropped, so that the client sees the answer.
    if (transfer.isOver()) return;
    if (!write(chunk)) request.pause();
  });
  request.on('end', () => {
    if (transfer.isOver()) return;
    if (isChunked) transfer.write('0\r\n\r\n');
    transfer.finish();
  });
  request.resume();
}

function begin(
  passage: Passage,
  framing: Parameters<typeof requestHead>[2],
  body: Buffer | null,
  isStreamed: boolean,
  onDrain?: () => void,
): Sending & { isOver(): boolean } {
  const { upstream, origin, request, response, tap } = passage;
  const method = request.method ?? 'GET';
  // Bots send neither (browsers leave out the first on plain http). What Telegram stores for a bot would run there in the
  // dashboard's name, and Telegram would get the dashboard's cookies.
  const { ours } = passage;
  const isBrowser =
    ours === undefined && (request.headers['sec-fetch-dest'] !== undefined || request.headers.cookie !== undefined);
  const clientHeaders = passedHeaders(request.rawHeaders, request.headers.connection);
  const headers =
    ours !== undefined
      ? [...withoutHeader(clientHeaders, ours.headers[0]), ...ours.headers]
      : isBrowser
        ? withoutHeader(clientHeaders, 'cookie')
        : clientHeaders;
  // Our own process compares it with where a request says it comes from.
  const host = ours === undefined ? origin.host : (request.headers.host ?? '');
  let status = 0;
  /** Bytes of the answer that are still to come; NaN = nobody said. */
  let remainingBytes = Number.NaN;
  /** A piece from the wire holds many chunks; those behind the one at which we paused still come. */
  let isPaused = false;
  /** The connection to the other side may serve another request by now. */
  let isOver = false;
  /** The last bytes of an answer whose length was announced. */
  let last: Buffer | null = null;
  const transfer = upstream.send(
    origin,
    {
      head: requestHead({ method, path: origin.prefix + passage.path, host }, headers, framing),
      body,
      isStreamed,
      isHeadRequest: method === 'HEAD',
      isRepeatable: passage.isQuestion && !isStreamed,
      ...(onDrain === undefined ? {} : { onDrain }),
    },
    {
      head(head) {
        status = head.status;
        const passed = passedHeaders(head.headers, findHeader(head.headers, 'connection'));
        if (isBrowser) passed.push('Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff');
        passage.onStatus?.(status);
        tap?.answerHead(status, head.headers);
        remainingBytes = Number(findHeader(passed, 'content-length'));
        response.sendDate = false;
        response.writeHead(status, head.message, passed);
      },
      data(chunk) {
        tap?.answerData(chunk);
        remainingBytes -= chunk.length;
        // A short answer goes out in one write with its head, if both are text.
        if (remainingBytes === 0 && chunk.length <= smallBody) last = chunk;
        else {
          notePassed(chunk.length);
          if (response.write(chunk) || isPaused) return;
          isPaused = true;
          transfer.pause();
          response.once('drain', () => {
            isPaused = false;
            transfer.resume();
          });
        }
      },
      end() {
        isOver = true;
        const send = (): void => {
          if (last === null) response.end();
          else response.end(last.toString('latin1'), 'latin1');
        };
        if (tap === null) send();
        else tap.done(status, send);
        if (isStreamed) request.resume();
      },
      fail(failure) {
        isOver = true;
        passage.onFailure?.(failure);
        const send = (): void => {
          if (response.headersSent) response.destroy();
          else sendReply(response, (ours?.failureReply ?? failureReply)(failure));
        };
        if (tap === null) send();
        else tap.done(status, send);
        request.resume();
      },
    },
  );
  return { ...transfer, isOver: () => isOver };
}

/** A client that hangs up takes its call back. */
function abortWithClient({ response, tap }: Passage, transfer: ReturnType<typeof begin>): void {
  response.once('close', () => {
    if (response.writableFinished || response.writableEnded || transfer.isOver()) return;
    transfer.abort();
    tap?.done(0, () => undefined);
  });
}
