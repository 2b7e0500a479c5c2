import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { decodeBody } from './parse-request.ts';

export interface WebhookAnswer {
  status: number;
  /** E.g. `500 Internal Server Error`, for the error message. */
  statusLine: string;
  /** Seconds of the `Retry-After` header, 0 without one. */
  retryAfter: number;
  contentType: string;
  body: Buffer;
}

/** One update as it goes over the wire. */
export interface WebhookPost {
  /** The URL the bot has set: Host, path and user come from it. */
  url: URL;
  /** URL that the connection really goes to. */
  target: URL;
  secret: string;
  body: string;
}

/** Connections to webhooks; kept alive between updates. `close` cuts them. */
export function createWebhookClient() {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  return {
    /** Sends one update; rejects with Telegram's wording of a broken connection. Redirects are not followed. */
    post(post: WebhookPost, signal: AbortSignal): Promise<WebhookAnswer> {
      return new Promise((resolve, reject) => {
        const isTls = post.target.protocol === 'https:';
        const send = isTls ? httpsRequest : httpRequest;
        const outgoing = send(
          post.target,
          {
            method: 'POST',
            headers: buildHeaders(post),
            agent: agents[isTls ? 'https:' : 'http:'],
            signal,
            setDefaultHeaders: false,
          },
          (response) => readAnswer(response).then(resolve, () => reject(new Error('Webhook connection closed'))),
        );
        outgoing.once('error', (error) => reject(new Error(describeError(error))));
        outgoing.end(post.body);
      });
    },
    close(): void {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Header names, values and order as the real server writes them. */
function buildHeaders({ url, secret, body }: WebhookPost): string[] {
  const headers = ['Host', url.host];
  if (url.username) {
    const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.push('Authorization', `Basic ${Buffer.from(user).toString('base64')}`);
  }
  if (secret) headers.push('X-Telegram-Bot-Api-Secret-Token', secret);
  headers.push('Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body)));
  headers.push('Connection', 'keep-alive', 'Accept-Encoding', 'gzip, deflate');
  return headers;
}

async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const status = response.statusCode ?? 0;
  const seconds = Number.parseInt(response.headers['retry-after'] ?? '', 10);
  return {
    status,
    statusLine: `${status} ${response.statusMessage || (STATUS_CODES[status] ?? '')}`.trim(),
    retryAfter: Number.isNaN(seconds) ? 0 : Math.max(0, seconds),
    contentType: response.headers['content-type'] ?? '',
    body: decodeBody(Buffer.concat(chunks), response.headers['content-encoding']),
  };
}

function describeError(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED') return 'Connection refused';
  if (code === 'ECONNRESET') return 'Connection reset by peer';
  if (code === 'ABORT_ERR') return 'Read timeout expired';
  return 'Webhook connection closed';
}
