import type { ActionType } from '@botscope/contract';
import { isPresent, type JsonObject } from './json.ts';

/** Fields of service messages: about the chat, not said in it. */
const serviceFields = [
  'boost_added',
  'channel_chat_created',
  'chat_background_set',
  'chat_owner_changed',
  'chat_owner_left',
  'chat_shared',
  'checklist_tasks_added',
  'checklist_tasks_done',
  'community_chat_added',
  'community_chat_joined',
  'community_chat_removed',
  'connected_website',
  'delete_chat_photo',
  'direct_message_price_changed',
  'forum_topic_closed',
  'forum_topic_created',
  'forum_topic_edited',
  'forum_topic_reopened',
  'general_forum_topic_hidden',
  'general_forum_topic_unhidden',
  'gift',
  'gift_upgrade_sent',
  'giveaway_completed',
  'giveaway_created',
  'group_chat_created',
  'left_chat_member',
  'managed_bot_created',
  'message_auto_delete_timer_changed',
  'migrate_from_chat_id',
  'migrate_to_chat_id',
  'new_chat_members',
  'new_chat_photo',
  'new_chat_title',
  'paid_message_price_changed',
  'passport_data',
  'pinned_message',
  'poll_option_added',
  'poll_option_deleted',
  'proximity_alert_triggered',
  'suggested_post_approval_failed',
  'suggested_post_approved',
  'suggested_post_declined',
  'suggested_post_info',
  'suggested_post_paid',
  'suggested_post_refunded',
  'supergroup_chat_created',
  'unique_gift',
  'users_shared',
  'video_chat_ended',
  'video_chat_participants_invited',
  'video_chat_scheduled',
  'video_chat_started',
  'write_access_allowed',
];

/**
 * Types of messages by the field that they carry. The order matters where Telegram sends two: an animation comes with a
 * `document` for old bots, a venue with a `location`, a live photo with a `photo`.
 */
const contentFields: readonly (readonly [field: string, type: ActionType])[] = [
  ['successful_payment', 'payment'],
  ['refunded_payment', 'payment'],
  ['web_app_data', 'webapp'],
  ['text', 'text'],
  ['rich_message', 'text'],
  ['animation', 'animation'],
  ['audio', 'audio'],
  ['voice', 'voice'],
  ['video', 'video'],
  ['video_note', 'video_note'],
  ['photo', 'photo'],
  ['live_photo', 'photo'],
  ['sticker', 'sticker'],
  ['document', 'document'],
  ['contact', 'contact'],
  ['location', 'location'],
  ['venue', 'location'],
  ['poll', 'poll'],
  ...serviceFields.map((field) => [field, 'service'] as const),
];

const rank: ReadonlyMap<string, number> = new Map(contentFields.map(([field], index) => [field, index]));

/** `other` for contents that are none of ours to name (dice, games, stories, paid media) or newer than this version. */
export function detectContentType(message: JsonObject): ActionType {
  let bestIndex = contentFields.length;
  for (const key of Object.keys(message)) {
    const index = rank.get(key);
    if (index !== undefined && index < bestIndex && isPresent(message[key])) bestIndex = index;
  }
  return contentFields[bestIndex]?.[1] ?? 'other';
}
