import { hideSecrets } from '../hide-secrets.ts';
import type { ContextOf, DeliveryItem, OutgoingRequest, ProviderAnswer, ProviderOf } from '../provider.ts';
import { forAll } from '../read-status.ts';
import { readTelegramAnswer } from './read-telegram-answer.ts';
import { telegramMessage } from './telegram-message.ts';

/** Telegram's limits per chat: about one message a second, and 20 a minute in groups and channels. */
const perSecondInChat = 1;
const perSecondInGroup = 1 / 3;
/** Events of one message. */
const items = 20;

/** Sends events to a chat, a group, a topic or a channel as messages of a bot of the owner. */
export const telegram: ProviderOf<'telegram'> = {
  proves: 'arrival',
  limits: ({ settings }) => ({
    items,
    concurrency: 1,
    perSecond: /^\d/.test(settings.chat) ? perSecondInChat : perSecondInGroup,
  }),
  lane: ({ settings, secrets }) => `telegram:${botId(secrets.token)}:${settings.chat.toLowerCase()}`,
  preview: (deliveryItems, configuration) => messageRequest(deliveryItems, configuration, configuration.settings.chat),
  async deliver(deliveryItems, context) {
    const { settings } = context;
    const chat = (await context.memory.get<string>(movedKey(settings.chat))) ?? settings.chat;
    const answer = await sendTo(chat, deliveryItems, context);
    const newChat = readNewChat(answer);
    // A group that became a supergroup has another ID for good; nothing was sent under the old one.
    if (newChat === null || newChat === chat) return forAll(deliveryItems, readTelegramAnswer(answer));
    await context.memory.set(movedKey(settings.chat), newChat);
    return forAll(deliveryItems, readTelegramAnswer(await sendTo(newChat, deliveryItems, context)));
  },
};

async function sendTo(
  chat: string,
  deliveryItems: readonly DeliveryItem[],
  context: ContextOf<'telegram'>,
): Promise<ProviderAnswer> {
  const answer = await context.send(messageRequest(deliveryItems, context, chat));
  return hideSecrets(answer, [context.secrets.token, secretPart(context.secrets.token)]);
}

const movedKey = (chat: string): string => `moved:${chat}`;

/** A token is the ID of the bot, which is public, a colon and the secret. */
const botId = (token: string): string => token.slice(0, token.indexOf(':'));
const secretPart = (token: string): string => token.slice(token.indexOf(':') + 1);

function messageRequest(
  deliveryItems: readonly DeliveryItem[],
  { settings, secrets }: Pick<ContextOf<'telegram'>, 'settings' | 'secrets'>,
  chat: string,
): OutgoingRequest {
  const topic = topicId(settings.topic);
  return {
    method: 'POST',
    url: `https://api.telegram.org/bot${secrets.token}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: /^-?\d+$/.test(chat) ? Number(chat) : chat,
      ...(topic !== null && { message_thread_id: topic }),
      text: telegramMessage(
        deliveryItems.map(({ event }) => event),
        settings.language,
      ),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    }),
  };
}

/** Telegram takes no ID for the topic "General", which is 1. */
const topicId = (topic: string): number | null => (topic === '' || topic === '1' ? null : Number(topic));

/** ID of the supergroup that a group has become; null of any other answer. */
function readNewChat({ status, body }: ProviderAnswer): string | null {
  if (status !== 400) return null;
  const id = /"migrate_to_chat_id":\s*(-?\d{1,16})/.exec(body)?.[1];
  return id ?? null;
}
