import { jsonAnswer, type PartnerAnswer, type PartnerRequest, startPartner } from './partner-server.ts';

export interface SegmentMessage {
  type: string;
  messageId: string;
  userId?: string;
  anonymousId?: string;
  event?: string;
  timestamp?: string;
  properties?: Record<string, unknown>;
  traits?: Record<string, unknown>;
  context?: Record<string, unknown>;
}

/** Limits of the tracking API. */
const requestBytes = 500_000;
const messageBytes = 32_000;

/**
 * A simulated tracking API of Segment. As the real one, it refuses what is too large or no JSON, and answers 200 to
 * all else, also to keys that it does not know and to messages that it drops.
 */
export async function startSegment(writeKey: string) {
  const messages = new Map<string, SegmentMessage>();

  const take = ({ headers, body }: PartnerRequest): PartnerAnswer => {
    const parsed = parseBatch(body);
    if (parsed === null) return jsonAnswer(400, { success: false, message: 'malformed JSON' });
    if (
      body.length > requestBytes ||
      parsed.some((message) => Buffer.byteLength(JSON.stringify(message)) > messageBytes)
    )
      return jsonAnswer(400, { success: false, message: 'Exceed payload limit' });
    const given = Buffer.from(String(headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
    if (given === `${writeKey}:`)
      for (const message of parsed.filter(isComplete))
        if (!messages.has(message.messageId)) messages.set(message.messageId, message);
    return jsonAnswer(200, { success: true });
  };

  const server = await startPartner((request) => {
    if (request.method !== 'POST' || request.path !== '/v1/batch') return { status: 404 };
    return request.headers['content-type'] === 'application/json' ? take(request) : { status: 400 };
  });
  return { ...server, messages };
}

/** What the debugger of the real one would show; other messages vanish. */
function isComplete({ type, userId, anonymousId, event, messageId, timestamp }: SegmentMessage): boolean {
  if (!userId && !anonymousId) return false;
  if (!messageId || Number.isNaN(Date.parse(timestamp ?? ''))) return false;
  return type === 'identify' || (type === 'track' && typeof event === 'string' && event !== '');
}

function parseBatch(body: Buffer): SegmentMessage[] | null {
  try {
    const value = JSON.parse(body.toString('utf8')) as { batch?: unknown } | null;
    return Array.isArray(value?.batch) ? value.batch : null;
  } catch {
    return null;
  }
}
