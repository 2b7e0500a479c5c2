import type { Update } from '@botscope/server/simulation/users/telegram-types.ts';

/**
 * The queue an update waits in. Messages of a chat keep their order; what a user does outside the chat has lanes of
 * its own per user and kind, so a slow answer to a message does not hold up a button press.
 */
export function deliveryLane(update: Update): string {
  const message = update.message ?? update.edited_message;
  if (message) return `chat ${message.chat.id}`;
  const { callback_query, inline_query, chosen_inline_result, shipping_query, pre_checkout_query, poll_answer } =
    update;
  if (callback_query) return `callback ${callback_query.from.id}`;
  if (inline_query) return `inline ${inline_query.from.id}`;
  if (chosen_inline_result) return `chosen ${chosen_inline_result.from.id}`;
  if (shipping_query) return `shipping ${shipping_query.from.id}`;
  if (pre_checkout_query) return `payment ${pre_checkout_query.from.id}`;
  if (poll_answer) return `poll ${poll_answer.user.id}`;
  const membership = update.my_chat_member ?? update.chat_join_request;
  if (membership) return `member ${membership.from.id}`;
  if (update.message_reaction) return `reaction ${update.message_reaction.chat.id}`;
  return 'other';
}
