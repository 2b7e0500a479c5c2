import { updateKinds } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { resolveQueueKey } from './read-update.ts';

const day = 86_400_000;
const chat = { id: -100, type: 'supergroup' };
const from = { id: 7, is_bot: false, first_name: 'Anna' };

describe('the lane of an update', () => {
  it.each([
    ['message', { chat, from }, 'chat -100', day],
    ['edited_message', { chat, from }, 'chat -100', day],
    ['channel_post', { chat }, 'chat -100', day],
    ['edited_channel_post', { chat }, 'chat -100', day],
    ['business_message', { chat, from }, 'business -100', day],
    ['deleted_business_messages', { chat }, 'business -100', day],
    ['callback_query', { from, message: { chat } }, 'callback_query 7', 150_000],
    ['shipping_query', { from }, 'shipping_query 7', 150_000],
    ['pre_checkout_query', { from }, 'pre_checkout_query 7', 150_000],
    ['inline_query', { from }, 'inline_query 7', 30_000],
    ['chosen_inline_result', { from }, 'chosen_inline_result 7', 600_000],
    ['my_chat_member', { chat, from }, 'my_chat_member 7', day],
    ['chat_join_request', { chat, from }, 'chat_join_request 7', day],
    ['message_reaction', { chat, user: from }, 'message_reaction 7', day],
    ['message_reaction_count', { chat }, 'message_reaction_count -100', day],
    ['poll', { id: '1' }, 'poll 0', day],
    ['poll_answer', { poll_id: '1', user: from }, 'poll_answer 7', day],
    ['a_kind_of_tomorrow', { chat }, 'other', day],
  ])('%s', (kind, content, lane, lifeMs) => {
    expect(resolveQueueKey({ update_id: 1, [kind]: content })).toEqual({ lane, lifeMs });
  });

  it('is found for every kind, however broken its content', () => {
    for (const kind of updateKinds)
      expect(resolveQueueKey({ update_id: 1, [kind]: {} }).lifeMs).toBeGreaterThanOrEqual(30_000);
    for (const update of [{}, { message: null }, { message: 'text' }, { message: [] }])
      expect(resolveQueueKey(update).lane).toBe('other');
  });
});
