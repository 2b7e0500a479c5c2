import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { WireHit, WireHits } from '@botscope/contract';

/** Answer of the sink; `down`: the connection is cut. */
export type Answer = 202 | 400 | 429 | 503 | 'down';

/** A page of a Mini App or a website, and everything around it that may be in the way. */
export interface PageOptions {
  /** Content of the `<head>` in place of the usual tag. */
  head?: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Pages {
  url: string;
  /** Sets what `path` answers with. */
  set(path: string, options: PageOptions): void;
  /** From now on. */
  answer(answer: Answer): void;
  /** Every request that reached the sink, whatever it was answered. */
  requests: WireHits[];
  /** The hits that were answered with 202, each copy of one. */
  taken: WireHit[];
  close(): Promise<void>;
}

export const key = '0123456789abcdef'.repeat(2);
/** Data that Telegram gives in the hash; only the server would check it. */
export const initData = `user=${encodeURIComponent('{"id":7}')}&auth_date=1764000000&hash=${'ab'.repeat(32)}`;
export const launchHash = `#tgWebAppData=${encodeURIComponent(initData)}&tgWebAppVersion=8.0&tgWebAppPlatform=android`;

const dist = fileURLToPath(new URL('../../tracker/dist/', import.meta.url));

/** The sandbox in which Telegram Web shows Mini Apps. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation';

/** Serves pages, the scripts beside them, and takes what they report. */
export async function startPages(): Promise<Pages> {
  const pages = new Map<string, PageOptions>();
  let answer: Answer = 202;
  const requests: WireHits[] = [];
  const acceptedHits: WireHit[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pages');
    if (pathname === '/hit') return takeHit(request, response);
    if (pathname === '/w.js' || pathname === '/site.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(await readFile(`${dist}${pathname.slice(1)}`));
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // The parent of a Mini App in Telegram Web.
    if (pathname === '/telegram-web') {
      response.end(`<!doctype html><iframe sandbox="${sandbox}" src="${searchParams.get('app')}"></iframe>`);
      return;
    }
    const page = pages.get(pathname);
    for (const [name, value] of Object.entries(page?.headers ?? {})) response.setHeader(name, value);
    const head = page?.head ?? `<script src="/w.js" data-key="${key}"></script>`;
    response.end(
      `<!doctype html><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">${head}${page?.body ?? ''}`,
    );
  }

  async function takeHit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text) as WireHits;
    requests.push(body);
    if (answer === 'down') return void request.socket.destroy();
    if (answer === 202) acceptedHits.push(...body.e);
    response.writeHead(answer, {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      ...(answer === 429 && { 'retry-after': '1' }),
    });
    response.end('{}');
  }

  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    set: (path, options) => void pages.set(path, options),
    answer: (next) => {
      answer = next;
    },
    ...{ requests, taken: acceptedHits },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
