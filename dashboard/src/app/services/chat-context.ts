import { type ChatContext, type Init, maxChatBots } from '@botscope/contract';

/** Returns what the chat widget may know about its user; null for visitors. It never includes users of the bots. */
export function chatContext({ user, bots }: Pick<Init, 'user' | 'bots'>, locale: string): ChatContext | null {
  if (user === null) return null;
  return {
    user: { key: user.key, email: user.email },
    tariff: user.tariff,
    bots: Object.values(bots)
      .slice(0, maxChatBots)
      .map(({ key, bot_name: name }) => ({ key, name })),
    locale,
  };
}
