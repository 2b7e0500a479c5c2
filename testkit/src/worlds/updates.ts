import type { Actor, Stage } from './actor.ts';

/*
 * Raw updates in the shape of the Bot API, written out here: nothing of the kit's simulated people, whose updates the
 * product's demo and most of its tests are made of.
 */

type Body = Record<string, object>;

/** Telegram's clock, in seconds, may be a little behind the bot's. */
const seconds = ({ dice }: Stage, at: number): number => Math.floor((at - dice.pick([0, 0, 0, 700, 1_500])) / 1_000);

const shop = { id: 7_000_000_007, is_bot: true, first_name: 'Shop', username: 'shop_bot' };
const privateChat = ({ id, first_name }: Actor) => ({ id, type: 'private', first_name });
const user = (actor: Actor) => ({ ...actor, is_bot: false });
const member = (who: object, status: string) => ({ user: who, status });

function message(stage: Stage, actor: Actor, at: number, content: object, chat: object = privateChat(actor)): object {
  return { message_id: stage.number(), date: seconds(stage, at), from: user(actor), chat, ...content };
}

export const inPrivate = (stage: Stage, actor: Actor, at: number, content: object): Body => ({
  message: message(stage, actor, at, content),
});

export const inGroup = (stage: Stage, actor: Actor, at: number, content: object): Body => ({
  message: message(stage, actor, at, content, stage.group),
});

/** An administrator who hides behind the group. */
export const anonymous = (stage: Stage, at: number): Body => ({
  message: {
    ...message(stage, { id: 1_087_968_824, first_name: 'Group' }, at, { text: '/help' }, stage.group),
    from: { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
    sender_chat: stage.group,
  },
});

export const edit = (stage: Stage, actor: Actor, at: number, text: string): Body => ({
  edited_message: { ...message(stage, actor, at - 60_000, { text }), edit_date: seconds(stage, at) },
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

export const chosen = (stage: Stage, actor: Actor): Body => ({
  chosen_inline_result: { result_id: String(stage.number()), from: user(actor), query: 'cats' },
});

export const vote = (stage: Stage, actor: Actor): Body => ({
  poll_answer: { poll_id: String(stage.number()), user: user(actor), option_ids: [0] },
});

export const reaction = (stage: Stage, actor: Actor, at: number, isInGroup: boolean): Body => ({
  message_reaction: {
    chat: isInGroup ? stage.group : privateChat(actor),
    message_id: stage.number(),
    user: user(actor),
    date: seconds(stage, at),
    old_reaction: [],
    new_reaction: [{ type: 'emoji', emoji: '👍' }],
  },
});

export const joinRequest = (stage: Stage, actor: Actor, at: number): Body => ({
  chat_join_request: { chat: stage.group, from: user(actor), user_chat_id: actor.id, date: seconds(stage, at) },
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

export const blocking = (stage: Stage, actor: Actor, at: number, isBack = false): Body => ({
  my_chat_member: {
    chat: privateChat(actor),
    from: user(actor),
    date: seconds(stage, at),
    old_chat_member: member(shop, isBack ? 'kicked' : 'member'),
    new_chat_member: member(shop, isBack ? 'member' : 'kicked'),
  },
});

/** Kinds that name a person and make nobody a bot user. */
export const bystanding: readonly ((stage: Stage, actor: Actor, at: number) => Body)[] = [
  (stage, actor, at) => ({
    chat_member: {
      chat: stage.group,
      from: user(actor),
      date: seconds(stage, at),
      old_chat_member: member(user(actor), 'left'),
      new_chat_member: member(user(actor), 'member'),
    },
  }),
  (stage, actor, at) => ({
    my_chat_member: {
      chat: stage.group,
      from: user(actor),
      date: seconds(stage, at),
      old_chat_member: member(shop, 'member'),
      new_chat_member: member(shop, 'kicked'),
    },
  }),
  (stage, actor, at) => ({
    chat_boost: {
      chat: stage.group,
      boost: {
        boost_id: String(stage.number()),
        add_date: seconds(stage, at),
        expiration_date: seconds(stage, at) + 86_400,
        source: { source: 'premium', user: user(actor) },
      },
    },
  }),
  (stage, actor, at) => ({
    removed_chat_boost: {
      chat: stage.group,
      boost_id: String(stage.number()),
      remove_date: seconds(stage, at),
      source: { source: 'premium', user: user(actor) },
    },
  }),
  (stage, actor, at) => ({
    business_connection: {
      id: String(stage.number()),
      user: user(actor),
      user_chat_id: actor.id,
      date: seconds(stage, at),
      is_enabled: true,
    },
  }),
  (stage, actor, at) => ({
    business_message: { ...message(stage, actor, at, { text: '/buy' }), business_connection_id: 'b1' },
  }),
  (stage, _actor, at) => {
    const channel = { id: -1_001_000_000_009, type: 'channel', title: 'News' };
    const post = {
      message_id: stage.number(),
      date: seconds(stage, at),
      chat: channel,
      sender_chat: channel,
      text: '/buy',
    };
    return { channel_post: post };
  },
];
