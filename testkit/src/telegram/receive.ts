import type { FileInfo, Update, UpdateBody } from '@botscope/server/simulation/users/telegram-types.ts';
import { isAllowed, kindOf } from './allowed-updates.ts';
import type { BotState } from './bot-state.ts';
import { isRecord } from './params.ts';

/** Lets something happen to a bot: the server takes note of it, and queues it if the bot asked for its kind. */
export function receive(state: BotState, body: UpdateBody): Update | undefined {
  state.chats.learn(body);
  learnFiles(state, body);
  state.payments.learn(body);
  if (!isAllowed(state.allowed, kindOf(body))) return undefined;
  state.queries.learn(body);
  return state.queue.push(body);
}

/** Files that users send may be downloaded by the bot. */
function learnFiles(state: BotState, { message }: UpdateBody): void {
  for (const kind of ['photo', 'voice', 'video', 'document', 'sticker', 'audio']) {
    const content = message?.[kind];
    for (const file of Array.isArray(content) ? content : [content]) if (isFile(file)) state.files.learn(kind, file);
  }
}

function isFile(value: unknown): value is FileInfo {
  return isRecord(value) && typeof value.file_id === 'string';
}
