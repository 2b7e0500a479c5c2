import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

interface DiscordEmbed {
  title?: string;
  description?: string;
  timestamp?: string;
}

interface DiscordMessage {
  content?: string;
  embeds?: DiscordEmbed[];
  allowed_mentions?: { parse: string[] };
}

export interface DiscordPartner extends PartnerServer {
  /** Messages of the channel and its threads. */
  messages: (DiscordMessage & { thread: string | null })[];
  /** Threads of the channel. */
  threads: Set<string>;
  /** Whether the channel is a forum, which has messages only in threads. */
  setForum(isForum: boolean): void;
  /** Deletes the webhook. */
  remove(): void;
}

const failure = (status: number, code: number, message: string, more: object = {}): PartnerAnswer =>
  jsonAnswer(status, { message, code, ...more });

/** A webhook of a channel of Discord, as version 10 of the API has it. */
export async function startDiscordPartner(id: string, token: string): Promise<DiscordPartner> {
  const messages: DiscordPartner['messages'] = [];
  const threads = new Set<string>();
  const state = { isForum: false, isRemoved: false };
  const server = await startPartner((request) => {
    const [webhook, key] = request.path.replace('/api/v10/webhooks/', '').split('/');
    if (webhook !== id || state.isRemoved) return failure(404, 10_015, 'Unknown Webhook');
    if (key !== token) return failure(401, 50_027, 'Invalid Webhook Token');
    if (request.method !== 'POST') return failure(405, 0, '405: Method Not Allowed');
    const thread = request.query.get('thread_id');
    if (thread !== null && !threads.has(thread)) return failure(400, 10_003, 'Unknown Channel');
    if (thread === null && state.isForum)
      return failure(400, 220_001, 'Webhooks posted to forum channels must have a thread_name or thread_id');
    const message = parseMessage(request);
    if ('status' in message) return message;
    messages.push({ ...message, thread });
    if (request.query.get('wait') !== 'true') return { status: 204 };
    return jsonAnswer(200, { id: String(messages.length), webhook_id: id, ...message });
  });
  return {
    ...server,
    messages,
    threads,
    setForum(isForum) {
      state.isForum = isForum;
    },
    remove() {
      state.isRemoved = true;
    },
  };
}

const invalid = (field: string): PartnerAnswer =>
  failure(400, 50_035, 'Invalid Form Body', { errors: { [field]: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH' }] } } });

const fields = new Set(['content', 'embeds', 'allowed_mentions']);
const embedFields = new Set(['title', 'description', 'timestamp']);

function parseMessage({ headers, body }: PartnerRequest): DiscordMessage | PartnerAnswer {
  if (headers['content-type'] !== 'application/json') return failure(400, 50_006, 'Cannot send an empty message');
  const message = JSON.parse(body.toString()) as DiscordMessage;
  const unknown = Object.keys(message).find((key) => !fields.has(key));
  if (unknown !== undefined) return invalid(unknown);
  const { content = '', embeds = [] } = message;
  if (content === '' && embeds.length === 0) return failure(400, 50_006, 'Cannot send an empty message');
  if (content.length > 2_000) return invalid('content');
  if (embeds.length > 10 || !embeds.every(isEmbed)) return invalid('embeds');
  const total = embeds.reduce((sum, { title = '', description = '' }) => sum + title.length + description.length, 0);
  return total > 6_000 ? invalid('embeds') : message;
}

function isEmbed(embed: DiscordEmbed): boolean {
  const { title = '', description, timestamp } = embed;
  if (Object.keys(embed).some((key) => !embedFields.has(key))) return false;
  if (title.length > 256 || (description !== undefined && (description === '' || description.length > 4_096)))
    return false;
  return timestamp === undefined || !Number.isNaN(Date.parse(timestamp));
}
