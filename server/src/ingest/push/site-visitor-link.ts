import type { FastifyInstance } from 'fastify';
import { isObject } from '../../telegram/json.ts';
import { readApiKey } from './api-key-header.ts';
import { parseBody } from './body-items.ts';
import { PushError, PushFieldErrors } from './push-error.ts';

/** An address for one user, and how long it proves who they are, seconds. */
export interface VisitorLink {
  url: string;
  expires_in: number;
}

interface LinkBot {
  key: string;
}

const longestUrl = 2_000;
const largestBody = 8_192;

/** `site-visitor-link`: an address of the bot's website that says once, and for ten minutes, which user opens it. */
export function registerSiteVisitorLink<Bot extends LinkBot>(
  app: FastifyInstance,
  deps: {
    authenticate(apiKey: string | undefined): Promise<Bot | null>;
    /** Null: the address is none of a website of the bot that recognises users. */
    visitorLink(bot: Bot, userId: number, url: string): Promise<VisitorLink | null>;
  },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, callback) => callback(null, body));
  app.post('/v1/site-visitor-link', { config: { access: 'bot' }, bodyLimit: largestBody }, async (request, reply) => {
    const bot = await deps.authenticate(readApiKey(request));
    if (bot === null) throw new PushError(401, 'Unauthorized');
    const body = parseBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    const { user_id: userId, url } = isObject(body) ? body : {};
    if (typeof userId !== 'number' || !Number.isSafeInteger(userId) || userId <= 0) {
      throw new PushFieldErrors({ user_id: ['user_id must be a positive integer'] });
    }
    if (typeof url !== 'string' || url.length > longestUrl || !URL.canParse(url)) {
      throw new PushFieldErrors({ url: [`url must be an address of at most ${longestUrl} characters`] });
    }
    const result = await deps.visitorLink(bot, userId, url);
    if (result === null) {
      throw new PushFieldErrors({ url: ['url must be a page of a website of the bot that recognises its users'] });
    }
    return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify({ ok: true, result })));
  });
}
