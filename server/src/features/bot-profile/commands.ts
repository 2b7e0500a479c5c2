import type { BotCommands, commandScopes } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { isObject, text } from '../../telegram/json.ts';
import type { BotRow } from '../bots/bots.ts';
import type { BotCaller } from './bot-caller.ts';

/** Audience of a command menu: a scope, its chat and user, and a language ('' or absent = all others). */
export interface CommandTarget {
  scope: (typeof commandScopes)[number];
  chat_id?: string | undefined;
  user_id?: string | undefined;
  language_code?: string | undefined;
}

export async function readCommands(
  { call }: Pick<BotCaller, 'call'>,
  bot: BotRow,
  target: CommandTarget,
): Promise<BotCommands> {
  const result = await call(bot, 'getMyCommands', buildScopeParams(target), 'chat_id');
  const list = Array.isArray(result) ? result.filter(isObject) : [];
  return {
    commands: list.map((one) => ({ command: text(one.command, 32), description: text(one.description, 256) })),
  };
}

/** An empty list deletes the menu, so that the wider scope's shows again. Nothing is sent if nothing changes. */
export async function writeCommands(
  { call }: Pick<BotCaller, 'call'>,
  bot: BotRow,
  target: CommandTarget,
  { commands }: BotCommands,
): Promise<void> {
  const currentCommands = await readCommands({ call }, bot, target);
  if (JSON.stringify(currentCommands.commands) === JSON.stringify(commands)) return;
  const scopeParams = buildScopeParams(target);
  if (commands.length === 0) await call(bot, 'deleteMyCommands', scopeParams, 'commands');
  else await call(bot, 'setMyCommands', { ...scopeParams, commands }, 'commands');
}

/** @throws AppError RequiredFields, naming the id that the scope needs */
function buildScopeParams({
  scope,
  chat_id = '',
  user_id = '',
  language_code = '',
}: CommandTarget): Record<string, unknown> {
  const namesChat = scope === 'chat' || scope === 'chat_administrators' || scope === 'chat_member';
  if (namesChat && chat_id === '') throw new AppError('RequiredFields', { field: 'chat_id' });
  if (scope === 'chat_member' && user_id === '') throw new AppError('RequiredFields', { field: 'user_id' });
  return {
    scope: {
      type: scope,
      ...(namesChat ? { chat_id: chat_id.startsWith('@') ? chat_id : Number(chat_id) } : {}),
      ...(scope === 'chat_member' ? { user_id: Number(user_id) } : {}),
    },
    language_code,
  };
}
