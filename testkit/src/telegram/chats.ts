import { messageNumbers } from '@botscope/server/simulation/users/numbering.ts';
import { privateChat } from '@botscope/server/simulation/users/scene.ts';
import type { Chat, Message, UpdateBody, User } from '@botscope/server/simulation/users/telegram-types.ts';
import { type BotApiError, badRequest, forbidden } from './errors.ts';

/** Why a bot may or may not write to a chat. */
export type ChatState = 'open' | 'blocked' | 'deactivated' | 'never started' | 'kicked';

/** A chat as one bot knows it, with the messages that passed between them. */
export interface KnownChat {
  chat: Chat;
  state: ChatState;
  messages: Map<number, Message>;
}

export function createChats() {
  const chatsById = new Map<number, KnownChat>();
  const numbers = messageNumbers();

  function meet(chat: Chat, state: ChatState): KnownChat {
    const before = chatsById.get(chat.id);
    if (before) before.state = state;
    const now = before ?? { chat, state, messages: new Map<number, Message>() };
    chatsById.set(chat.id, now);
    return now;
  }

  /** A user seen outside a private chat is known by name, but the bot may not write first. */
  function notice(user: User): void {
    if (!chatsById.has(user.id)) meet(privateChat(user), 'never started');
  }

  /** Stores a message in its chat; whether the bot may write there does not change by it. */
  function keep(message: Message): void {
    chatsById.get(message.chat.id)?.messages.set(message.message_id, message);
    numbers.seen(message.chat.id, message.message_id);
  }

  function find(parameter: string): KnownChat {
    if (parameter === '') throw badRequest('chat_id is empty');
    const chat = parameter.startsWith('@')
      ? [...chatsById.values()].find(
          (item) => item.chat.username === parameter.slice(1) && item.chat.type !== 'private',
        )
      : chatsById.get(Number(parameter));
    if (!chat) throw badRequest('chat not found');
    return chat;
  }

  return {
    nextMessageId: numbers.next,
    keep,
    /** Records what an update shows about chats, also when the bot did not ask for its kind. */
    learn(body: UpdateBody): void {
      const message = body.message ?? body.edited_message ?? body.callback_query?.message;
      // Posts of a channel come to its administrators alone.
      const post = body.channel_post ?? body.edited_channel_post;
      if (post) {
        meet(post.chat, 'open');
        keep(post);
      }
      if (message) {
        meet(message.chat, 'open');
        keep(message);
      }
      const change = body.my_chat_member;
      if (change) meet(change.chat, stateAfter(change.new_chat_member.status, change.chat));
      // A join request lets the bot write to the user for a day, even to a stranger.
      const request = body.chat_join_request;
      if (request) meet(privateChat(request.from), 'open');
      const { inline_query, shipping_query, pre_checkout_query, poll_answer } = body;
      const query = inline_query ?? shipping_query ?? pre_checkout_query;
      const actor = message?.from ?? query?.from ?? poll_answer?.user;
      if (actor && !actor.is_bot) notice(actor);
    },
    setState(chatId: number, state: ChatState): void {
      const chat = chatsById.get(chatId);
      if (chat) chat.state = state;
    },
    /** The chat of a `chat_id` parameter (number or @name), whatever its state. */
    find,
    /** Whether a user is known: they wrote to the bot or were seen by it. */
    knowsUser: (userId: number) => chatsById.get(userId)?.chat.type === 'private',
    /** The chat of a `chat_id` parameter if the bot may write to it now. */
    writable(parameter: string): KnownChat {
      const chat = find(parameter);
      if (chat.state !== 'open') throw errorFor(chat);
      return chat;
    },
    /** The newest message of a chat that bears a callback button with this data. */
    findButton(chatId: number, data: string): Message | undefined {
      const messages = [...(chatsById.get(chatId)?.messages.values() ?? [])].reverse();
      return messages.find((message) =>
        message.reply_markup?.inline_keyboard?.flat().some((button) => button.callback_data === data),
      );
    },
  };
}

function stateAfter(status: string, chat: Chat): ChatState {
  if (status !== 'kicked' && status !== 'left') return 'open';
  return chat.type === 'private' ? 'blocked' : 'kicked';
}

function errorFor({ chat, state }: KnownChat): BotApiError {
  if (state === 'blocked') return forbidden('bot was blocked by the user');
  if (state === 'deactivated') return forbidden('user is deactivated');
  if (state === 'kicked') return forbidden(`bot was kicked from the ${chat.type} chat`);
  return forbidden("bot can't initiate conversation with a user");
}
