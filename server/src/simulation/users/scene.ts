import type { Random } from '../random.ts';
import { findEntities } from './entities.ts';
import type { Chat, Message, MessageEntity, User } from './telegram-types.ts';

/** Everything an action needs to know to become an update: who acts, towards which bot, and when. */
export interface Scene {
  readonly user: User;
  readonly bot: User;
  /** Seconds since 1970, as Telegram dates messages. */
  readonly date: number;
  readonly random: Random;
  /** The next free message number of a chat. */
  nextMessageId(chatId: number): number;
}

/** The private chat of a user; its id is the user's id. */
export function privateChat(user: User): Chat {
  return {
    id: user.id,
    first_name: user.first_name,
    ...(user.last_name === undefined ? {} : { last_name: user.last_name }),
    ...(user.username === undefined ? {} : { username: user.username }),
    type: 'private',
  };
}

/** A new message of the scene's user; without a chat it is written to the bot in private. */
export function newMessage(scene: Scene, content: Record<string, unknown>, chat = privateChat(scene.user)): Message {
  return { message_id: scene.nextMessageId(chat.id), from: scene.user, chat, date: scene.date, ...content };
}

/** Text with the entities Telegram finds in it; no `entities` field when there are none. */
export function textContent(text: string): { text: string; entities?: MessageEntity[] } {
  const entities = findEntities(text);
  return entities.length > 0 ? { text, entities } : { text };
}
