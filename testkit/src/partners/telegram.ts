import type { MessageEntity } from '@botscope/server/simulation/users/telegram-types.ts';
import { BotApiError, badRequest, notFound, unauthorized } from '../telegram/errors.ts';
import { parseHtml } from '../telegram/html-text.ts';
import {
  jsonAnswer,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerServer,
  startPartner,
} from './partner-server.ts';

/** A chat as the bot sees it. */
interface TelegramChat {
  id: number;
  /** Without `@`. */
  username?: string;
  topics?: Readonly<Record<number, 'open' | 'closed'>>;
  /** Description of the error that every message gets. */
  error?: { code: 400 | 403; description: string };
  /** ID of the supergroup that the group has become. */
  movedTo?: number;
}

export interface TelegramPartner extends PartnerServer {
  chats: TelegramChat[];
  /** Messages in all chats, in their order. */
  messages: { chat: number; topic: number | null; text: string; entities: MessageEntity[] }[];
}

const known = new Set(['chat_id', 'message_thread_id', 'text', 'parse_mode', 'link_preview_options']);

/** Telegram's sendMessage for one bot. */
export async function startTelegramPartner(token: string, chats: TelegramChat[]): Promise<TelegramPartner> {
  const messages: TelegramPartner['messages'] = [];

  function send(request: PartnerRequest): PartnerAnswer {
    const params = readParams(request, token);
    const chat = getChat(chats, params.chat_id);
    if (chat.movedTo !== undefined)
      throw new BotApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: chat.movedTo,
      });
    if (chat.error) throw new BotApiError(chat.error.code, chat.error.description);
    const topic = getTopic(chat, params.message_thread_id);
    if (params.parse_mode !== 'HTML') throw badRequest('unsupported parse_mode');
    const { text, entities } = parseHtml(String(params.text ?? '').trim());
    if (text === '') throw badRequest('message text is empty');
    if ([...text].length > 4_096) throw badRequest('message is too long');
    messages.push({ chat: chat.id, topic, text, entities });
    return jsonAnswer(200, { ok: true, result: { message_id: messages.length, chat: { id: chat.id }, text } });
  }

  const server = await startPartner((request) => {
    try {
      return send(request);
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      const { code, message, parameters } = error;
      return jsonAnswer(code, { ok: false, error_code: code, description: message, ...(parameters && { parameters }) });
    }
  });
  return { ...server, chats, messages };
}

function readParams({ method, path, headers, body }: PartnerRequest, token: string): Record<string, unknown> {
  const [, bot = '', name = ''] = path.split('/');
  if (!/^bot\d+:[\w-]{35}$/.test(bot)) throw notFound();
  if (bot !== `bot${token}`) throw unauthorized();
  if (method !== 'POST' || name !== 'sendMessage') throw notFound();
  if (headers['content-type'] !== 'application/json') throw badRequest('message text is empty');
  const params = JSON.parse(body.toString()) as Record<string, unknown>;
  // Telegram ignores what it does not know; a test should not.
  const unknown = Object.keys(params).filter((key) => !known.has(key));
  if (unknown.length > 0) throw badRequest(`unknown parameters ${unknown.join()}`);
  return params;
}

function getChat(chats: readonly TelegramChat[], id: unknown): TelegramChat {
  const chat = chats.find((one) => one.id === id || (one.username !== undefined && `@${one.username}` === id));
  if (!chat) throw badRequest('chat not found');
  return chat;
}

function getTopic({ topics }: TelegramChat, id: unknown): number | null {
  if (id === undefined) return null;
  const state = topics?.[Number(id)];
  if (typeof id !== 'number' || state === undefined) throw badRequest('message thread not found');
  if (state === 'closed') throw badRequest('TOPIC_CLOSED');
  return id;
}
