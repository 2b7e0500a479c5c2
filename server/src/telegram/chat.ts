import type { ChatType } from '@botscope/contract';
import { integer, isObject } from './json.ts';

/** `sender`: an inline query typed in the private chat with the bot itself. */
const chatTypes: ReadonlySet<unknown> = new Set<ChatType>(['private', 'group', 'supergroup', 'channel', 'sender']);

const isChatType = (value: unknown): value is ChatType => chatTypes.has(value);

/** '' for a type that we do not know. */
export function readChatType(value: unknown): ChatType {
  return isChatType(value) ? value : '';
}

/** Groups have negative ids; 0 stands for no chat. */
export function readChat(value: unknown): { chatId: number; chatType: ChatType } {
  return isObject(value)
    ? { chatId: integer(value.id), chatType: readChatType(value.type) }
    : { chatId: 0, chatType: '' };
}
