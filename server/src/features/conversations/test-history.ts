import type { Event } from '@botscope/contract';
import { normalizeCall } from '../../events/normalize/normalize-call.ts';
import { defaultStartRules, normalizeUpdate } from '../../events/normalize/normalize-update.ts';

/** The user of the tests, as Telegram shows them. */
export const ann = { id: 501, is_bot: false, first_name: 'Ann', username: 'ann', language_code: 'en' };
export const annsChat = { id: ann.id, type: 'private', first_name: 'Ann' };
export const shopBot = { id: 9_000, is_bot: true, first_name: 'Shop', username: 'shop_bot' };

const toSeconds = (time: string): number => Math.floor(Date.parse(time) / 1_000);

/** Writes one user's history the way it arrives: updates and calls, normalized. */
export function startHistory(bot: string) {
  const events: Event[] = [];
  let updateId = 1_000;
  const update = (time: string, body: Record<string, unknown>, receivedAt = Date.parse(time) + 100): void => {
    updateId += 1;
    const receivedUpdate = { bot, date: time, receivedAt, update: { update_id: updateId, ...body } };
    const result = normalizeUpdate(receivedUpdate, defaultStartRules);
    if ('rejected' in result) throw new Error(result.rejected);
    events.push(result.event);
  };
  const message = (id: number, time: string, content: Record<string, unknown>) => ({
    message_id: id,
    from: ann,
    chat: annsChat,
    date: toSeconds(time),
    ...content,
  });
  return {
    events,
    update,
    /** A message of the user. */
    says: (id: number, time: string, content: Record<string, unknown>) =>
      update(time, { message: message(id, time, content) }),
    /** An edit at a moment of a message that was sent at another. */
    edits: (id: number, sentTime: string, time: string, content: Record<string, unknown>) =>
      update(time, { edited_message: { ...message(id, sentTime, content), edit_date: toSeconds(time) } }),
    /** A call of the bot with Telegram's answer. */
    calls(time: string, method: string, params: Record<string, unknown>, response?: unknown): void {
      const result = normalizeCall({ bot, method, params, response, date: time, receivedAt: Date.parse(time) + 100 });
      if ('rejected' in result) throw new Error(result.rejected);
      events.push(result.event);
    },
    /** A message of the bot, as Telegram answers its call. */
    sent: (id: number, time: string, content: Record<string, unknown>) => ({
      ok: true,
      result: { message_id: id, from: shopBot, chat: annsChat, date: toSeconds(time), ...content },
    }),
  };
}
