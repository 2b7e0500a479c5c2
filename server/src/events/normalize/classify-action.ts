import type { ActionType, Event, EventKind, UpdateKind } from '@botscope/contract';
import { isPresent, type JsonObject } from '../../telegram/json.ts';
import { detectContentType } from '../../telegram/message-content.ts';
import { contentOf, type Draft } from './draft.ts';

interface Rule {
  /** `content`: what the message carries. */
  type: ActionType | 'content' | '';
  /** Whether it is an action when a user is behind it. */
  action: boolean;
}

const status: Rule = { type: '', action: false };

/**
 * docs/metrics.md, "action". Business traffic is other users' conversation, and channel posts address nobody in
 * particular: they have a content, and are no actions.
 */
const rules: Readonly<Record<UpdateKind, Rule>> = {
  message: { type: 'content', action: true },
  edited_message: { type: 'edited', action: true },
  channel_post: { type: 'content', action: false },
  edited_channel_post: { type: 'edited', action: false },
  business_connection: status,
  business_message: { type: 'content', action: false },
  edited_business_message: { type: 'edited', action: false },
  deleted_business_messages: status,
  guest_message: { type: 'content', action: true },
  message_reaction: { type: 'reaction', action: true },
  message_reaction_count: status,
  inline_query: { type: 'inline', action: true },
  chosen_inline_result: { type: 'inline', action: true },
  callback_query: { type: 'button', action: true },
  shipping_query: { type: 'payment', action: true },
  pre_checkout_query: { type: 'payment', action: true },
  purchased_paid_media: { type: 'payment', action: true },
  poll: status,
  poll_answer: { type: 'poll', action: true },
  my_chat_member: status,
  chat_member: status,
  chat_join_request: { type: 'join_request', action: true },
  chat_boost: status,
  removed_chat_boost: status,
  managed_bot: status,
  // Renewals happen by themselves; the payment that a user makes is the message with `successful_payment`.
  subscription: status,
  stopped_message_generation: status,
};

export function classifyAction(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const { type, action } = selectRule(draft.event.kind);
  const content = contentOf(draft);
  return {
    type: type === 'content' ? detectContentType(content) : type,
    isAction: action && draft.event.userId !== 0 && !isRefund(content),
  };
}

/** The bot gives money back; its user, who may have blocked it, does nothing. */
const isRefund = (message: JsonObject): boolean =>
  isPresent(message.refunded_payment) && !isPresent(message.successful_payment);

function selectRule(kind: EventKind): Rule {
  return kind in rules ? rules[kind as UpdateKind] : status;
}
