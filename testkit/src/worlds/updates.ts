import type { Actor, Stage } from './actor.ts';

/*
 * Raw updates in the shape of the Bot API, written out here: nothing of the kit's simulated users, whose updates the
 * product's demo and most of its tests are made of.
 */

type Body = Record<string, object>;

/** Telegram's clock, in seconds, may be a little behind the bot's. */
const seconds = ({ dice }: Stage, timestamp: number): number =>
  Math.floor((timestamp - dice.pick([0, 0, 0, 700, 1_500])) / 1_000);

const shop = { id: 7_000_000_007, is_bot: true, first_name: 'Shop', username: 'shop_bot' };
const privateChat = ({ id, first_name }: Actor) => ({ id, type: 'private', first_name });
const user = (actor: Actor) => ({ ...actor, is_bot: false });
const member = (account: object, status: string) => ({ user: account, status });

function message(
  stage: Stage,
  actor: Actor,
  timestamp: number,
  content: object,
  chat: object = privateChat(actor),
): object {
  return { message_id: stage.number(), date: seconds(stage, timestamp), from: user(actor), chat, ...content };
}

export const inPrivate = (stage: Stage, actor: Actor, timestamp: number, content: object): Body => ({
  message: message(stage, actor, timestamp, content),
});

export const inGroup = (stage: Stage, actor: Actor, timestamp: number, content: object): Body => ({
  message: message(stage, actor, timestamp, content, stage.group),
});

/** An administrator who hides behind the group. */
export const anonymous = (stage: Stage, timestamp: number): Body => ({
  message: {
    ...message(stage, { id: 1_087_968_824, first_name: 'Group' }, timestamp, { text: '/help' }, stage.group),
    from: { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
    sender_chat: stage.group,
  },
});

export const edit = (stage: Stage, actor: Actor, timestamp: number, text: string): Body => ({
  edited_message: { ...message(stage, actor, timestamp - 60_000, { text }), edit_date: seconds(stage, timestamp) },
});

export const press = (stage: Stage, actor: Actor, data: string): Body => ({
  callback_query: {
    id: String(stage.number()),
    from: user(actor),
    data,
    chat_instance: '1',
    message: { message_id: stage.number(), date: 1_500_000_000, from: shop, chat: privateChat(actor), text: 'Choose' },
  },
});

export const inline = (stage: Stage, actor: Actor, chatType: string): Body => ({
  inline_query: { id: String(stage.number()), from: user(actor), query: 'cats', offset: '', chat_type: chatType },
});

export const chosenResult = (stage: Stage, actor: Actor): Body => ({
  chosen_inline_result: { result_id: String(stage.number()), from: user(actor), query: 'cats' },
});

export const vote = (stage: Stage, actor: Actor): Body => ({
  poll_answer: { poll_id: String(stage.number()), user: user(actor), option_ids: [0] },
});

export const reaction = (stage: Stage, actor: Actor, timestamp: number, isInGroup: boolean): Body => ({
  message_reaction: {
    chat: isInGroup ? stage.group : privateChat(actor),
    message_id: stage.number(),
    user: user(actor),
    date: seconds(stage, timestamp),
    old_reaction: [],
    new_reaction: [{ type: 'emoji', emoji: '👍' }],
  },
});

export const joinRequest = (stage: Stage, actor: Actor, timestamp: number): Body => ({
  chat_join_request: { chat: stage.group, from: user(actor), user_chat_id: actor.id, date: seconds(stage, timestamp) },
});

export const checkout = (stage: Stage, actor: Actor): Body => ({
  pre_checkout_query: {
    id: String(stage.number()),
    from: user(actor),
    currency: 'XTR',
    total_amount: 50,
    invoice_payload: 'order',
  },
});

export const blocking = (stage: Stage, actor: Actor, timestamp: number, isBack = false): Body => ({
  my_chat_member: {
    chat: privateChat(actor),
    from: user(actor),
    date: seconds(stage, timestamp),
    old_chat_member: member(shop, isBack ? 'kicked' : 'member'),
    new_chat_member: member(shop, isBack ? 'member' : 'kicked'),
  },
});

/** Kinds that name a user and make nobody a bot user. */
export const bystanding: readonly ((stage: Stage, actor: Actor, at: number) => Body)[] = [
  (stage, actor, timestamp) => ({
    chat_member: {
      chat: stage.group,
      from: user(actor),
      date: seconds(stage, timestamp),
      old_chat_member: member(user(actor), 'left'),
      new_chat_member: member(user(actor), 'member'),
    },
  }),
  (stage, actor, timestamp) => ({
    my_chat_member: {
      chat: stage.group,
      from: user(actor),
      date: seconds(stage, timestamp),
      old_chat_member: member(shop, 'member'),
      new_chat_member: member(shop, 'kicked'),
    },
  }),
  (stage, actor, timestamp) => ({
    chat_boost: {
      chat: stage.group,
      boost: {
        boost_id: String(stage.number()),
        add_date: seconds(stage, timestamp),
        expiration_date: seconds(stage, timestamp) + 86_400,
        source: { source: 'premium', user: user(actor) },
      },
    },
  }),
  (stage, actor, timestamp) => ({
    removed_chat_boost: {
      chat: stage.group,
      boost_id: String(stage.number()),
      remove_date: seconds(stage, timestamp),
      source: { source: 'premium', user: user(actor) },
    },
  }),
  (stage, actor, timestamp) => ({
    business_connection: {
      id: String(stage.number()),
      user: user(actor),
      user_chat_id: actor.id,
      date: seconds(stage, timestamp),
      is_enabled: true,
    },
  }),
  (stage, actor, timestamp) => ({
    business_message: { ...message(stage, actor, timestamp, { text: '/buy' }), business_connection_id: 'b1' },
  }),
  (stage, _actor, timestamp) => {
    const channel = { id: -1_001_000_000_009, type: 'channel', title: 'News' };
    const post = {
      message_id: stage.number(),
      date: seconds(stage, timestamp),
      chat: channel,
      sender_chat: channel,
      text: '/buy',
    };
    return { channel_post: post };
  },
];
