import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { HookResponse } from './deliver-now.ts';

/** Headers of the bot that say something to Telegram; all others are between the bot and us. */
const passedOn = ['content-type', 'content-encoding', 'retry-after'] as const;
/** A longer answer than this is cut: Telegram takes no larger upload. */
const longestAnswer = 52_428_800;

/** Characters that Node refuses to write into a head. */
const unwritable = /[^\t\x20-\x7e\x80-\xff]/g;

/** Writes the answer as the bot gave it: not through the framework, which would have opinions on types and headers. */
export async function respondToTelegram(response: ServerResponse, hookResponse: HookResponse): Promise<void> {
  if ('gone' in hookResponse) {
    response.destroy();
    return;
  }
  if ('status' in hookResponse) {
    response.writeHead(hookResponse.status, {
      'content-length': 0,
      ...(hookResponse.status === 503 ? { 'retry-after': '5' } : {}),
    });
    response.end();
    return;
  }
  const { status, statusText, headers, body, rest } = hookResponse.answer;
  const responseHeaders: Record<string, string> = {};
  for (const name of passedOn) {
    const value = headers[name];
    if (value !== undefined) responseHeaders[name] = String(value).replaceAll(unwritable, '?');
  }
  const length = rest === null ? String(body.length) : headers['content-length'];
  if (length !== undefined && Number(length) > longestAnswer) {
    rest?.destroy();
    response.writeHead(502, { 'content-length': 0 }).end();
    return;
  }
  if (length !== undefined && status !== 204) responseHeaders['content-length'] = length;
  // Other characters in the status text would make the answer our failure, and Telegram would deliver again, and again.
  response.writeHead(status, statusText.replaceAll(unwritable, '?'), responseHeaders);
  if (rest === null) {
    // An empty body given as such would cost a second piece on the wire's way.
    if (body.length === 0) response.end();
    else response.end(body);
    return;
  }
  response.write(body);
  let bytes = body.length;
  // Breaks off where the bot breaks off; Telegram then takes the delivery for failed, as it would without us.
  await pipeline(
    rest,
    async function* bounded(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > longestAnswer) throw new Error('The answer is too long');
        yield chunk;
      }
    },
    response,
  ).catch(() => response.destroy());
}
