/*
 * Conditions on an event's content that say which part of a user's history it belongs to.
 */

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** The private chat with the bot, and what happens in no chat: inline queries, checkouts, polls, the Mini App, a website. */
const isPrivate = "(chat_offset = 0 OR chat_type IN ('', 'sender'))";

/** Kinds that are lines of the conversation. An edit is one only where its message was not recorded. */
const lineKinds = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'chosen_inline_result',
  'shipping_query',
  'pre_checkout_query',
  'purchased_paid_media',
  'poll_answer',
  'my_chat_member',
  'subscription',
  'hit',
  'site_event',
  'conversion',
  'imported',
];

/** Calls that make a message: everything that sends, copies or forwards. */
const isSending =
  "(startsWith(name, 'send') AND name NOT IN ('sendChatAction', 'sendMessageDraft')) OR name IN ('copyMessage', 'copyMessages', 'forwardMessage', 'forwardMessages')";

/** The page of a Mini App says each minute that it is still open: that is in the log alone. */
const isHeartbeat = "kind = 'hit' AND name IN ('visible', 'hidden')";

export const isLine = `${isPrivate} AND (kind IN (${quoted(lineKinds)}) OR (kind = 'call' AND (${isSending}))) AND NOT (${isHeartbeat})`;

/** Calls that change a message. */
const changingCalls = [
  'editMessageText',
  'editMessageCaption',
  'editMessageMedia',
  'editMessageReplyMarkup',
  'editMessageLiveLocation',
  'stopMessageLiveLocation',
  'editMessageChecklist',
  'stopPoll',
  'deleteMessage',
  'deleteMessages',
  'setMessageReaction',
];

/** Condition for events that change a message of the private chat, or belong to it. */
export const isChange = `chat_offset = 0 AND (kind IN ('edited_message', 'message_reaction', 'callback_query') OR (kind = 'call' AND code = 0 AND name IN (${quoted(changingCalls)})))`;

/** Conditions by which the event log can be filtered. */
export const logConditions = {
  messages: "kind IN ('message', 'edited_message', 'guest_message', 'message_reaction')",
  buttons: "kind IN ('callback_query', 'inline_query', 'chosen_inline_result')",
  calls: "kind = 'call'",
  app: "kind = 'hit' OR type = 'webapp'",
  site: "kind = 'site_event'",
  payments: "type = 'payment' OR kind IN ('conversion', 'purchased_paid_media', 'subscription')",
  status: "membership != '' OR kind IN ('my_chat_member', 'chat_member', 'chat_join_request', 'imported')",
  other:
    "kind NOT IN ('message', 'edited_message', 'guest_message', 'message_reaction', 'callback_query', 'inline_query', 'chosen_inline_result', 'call', 'hit', 'site_event', 'conversion', 'purchased_paid_media', 'subscription', 'my_chat_member', 'chat_member', 'chat_join_request', 'imported')",
} as const;
