import { type PartnerAnswer, type PartnerRequest, type PartnerServer, startPartner } from './partner-server.ts';

interface SlackMessage {
  text: string;
  blocks: { type: string; text: { type: string; text: string; verbatim?: boolean } }[];
  unfurl_links?: boolean;
  unfurl_media?: boolean;
}

export interface SlackPartner extends PartnerServer {
  /** Messages of the channel. */
  messages: SlackMessage[];
  /** Rejects every message in Slack's way. */
  reject(status: number, word: string): void;
}

const plain = (status: number, body: string): PartnerAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body,
});

/** An incoming webhook of Slack: `/services/<workspace>/<webhook>/<key>`. */
export async function startSlackPartner(path: string): Promise<SlackPartner> {
  const messages: SlackMessage[] = [];
  let rejection: PartnerAnswer | null = null;
  const server = await startPartner((request) => {
    const error = checkAddress(request, path);
    if (error) return error;
    if (rejection) return rejection;
    const message = parseMessage(request);
    if (typeof message === 'string') return plain(400, message);
    messages.push(message);
    return plain(200, 'ok');
  });
  return {
    ...server,
    messages,
    reject(status, word) {
      rejection = plain(status, word);
    },
  };
}

function checkAddress(request: PartnerRequest, path: string): PartnerAnswer | null {
  const workspace = path.slice(0, path.indexOf('/B'));
  if (!request.path.startsWith(`${workspace}/`)) return plain(404, 'no_team');
  if (!request.path.startsWith(path.slice(0, path.lastIndexOf('/')))) return plain(404, 'no_service');
  if (request.path !== path) return plain(403, 'invalid_token');
  return request.method === 'POST' ? null : plain(405, 'method_not_allowed');
}

const fields = new Set(['text', 'blocks', 'unfurl_links', 'unfurl_media']);

/** The message, or the word of an error. */
function parseMessage({ headers, body }: PartnerRequest): SlackMessage | string {
  if (!headers['content-type']?.startsWith('application/json')) return 'invalid_payload';
  const message = parse(body);
  if (message === null || Object.keys(message).some((key) => !fields.has(key))) return 'invalid_payload';
  const { text, blocks } = message;
  if (typeof text !== 'string' || text === '') return 'no_text';
  if (text.length > 40_000) return 'msg_too_long';
  if (!Array.isArray(blocks) || blocks.length > 50 || !blocks.every(isSection)) return 'invalid_blocks';
  return message as unknown as SlackMessage;
}

function isSection(block: unknown): boolean {
  const { type, text, ...others } = block as Record<string, unknown>;
  if (type !== 'section' || Object.keys(others).length > 0 || typeof text !== 'object' || text === null) return false;
  const { type: kind, text: value, verbatim: _, ...further } = text as Record<string, unknown>;
  const isText = typeof value === 'string' && value.length >= 1 && value.length <= 3_000;
  return kind === 'mrkdwn' && isText && Object.keys(further).length === 0;
}

function parse(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** What readers see of a text, and the marks that Slack found in it. */
export function readMrkdwn(text: string): { shown: string; controls: string[] } {
  const controls = [...text.matchAll(/<([^>]+)>/g)].map(([, control = '']) => control);
  const shown = text
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return { shown, controls };
}
