import { type ChatState, chatStates } from '@botscope/contract';

/** Codes of the states in `chat_states`: the lowest three bits of its `last`. */
const codes: Readonly<Record<ChatState, number>> = { never_opened: 1, blocked: 2, deleted: 3, open: 4 };
const codeSql = 'bitAnd(max(last), 7)';

/** Rows (user_id, value), a code each; who has none never opened the chat. `users` is a condition on `user_id`. */
export const chatCodesSql = (users = 'user_id > 0'): string =>
  `SELECT user_id, toUInt8(${codeSql}) AS value FROM chat_states WHERE bot = {bot:String} AND ${users} GROUP BY user_id`;

export const toChatState = (code: number | undefined): ChatState =>
  chatStates.find((state) => codes[state] === code) ?? 'never_opened';

/** Users whose chat is in one of some states, as a condition on `user_id`. `extraCondition` narrows what is read: ` AND …`. */
export function chatCondition(states: readonly ChatState[], extraCondition = ''): string {
  const hasNoRow = states.includes('never_opened');
  const listedCodes = chatStates.filter((state) => states.includes(state) !== hasNoRow).map((state) => codes[state]);
  if (listedCodes.length === 0) return hasNoRow ? 'true' : 'false';
  return `user_id ${hasNoRow ? 'NOT IN' : 'IN'} (
    SELECT user_id FROM chat_states WHERE bot = {bot:String}${extraCondition}
    GROUP BY user_id HAVING ${codeSql} IN (${listedCodes.join(', ')}))`;
}

/**
 * A contact in the private chat, as a condition on rows of `events`: the user acts there, blocks or unblocks the bot, is on an
 * uploaded list, or allows the bot to write. The view of `incoming` that fills `chat_states` has the same condition.
 */
export const privateContactSql = `(is_contact AND (kind = 'imported'
  OR chat_type = 'private' AND chat_offset = 0 AND (
    membership != '' OR is_action AND kind IN ('message', 'edited_message', 'callback_query', 'message_reaction'))
  OR kind = 'hit' AND JSONExtractBool(payload, 'hit', 'from', 'allows_write_to_pm')))`;
