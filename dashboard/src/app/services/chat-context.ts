import { type ChatContext, type Init, mostChatBots } from '@botscope/contract';

/** What the chat widget may know of the person who writes in it; null for a visitor, who is nobody yet. Nothing of the bots' people. */
export function chatContext({ user, bots }: Pick<Init, 'user' | 'bots'>, locale: string): ChatContext | null {
  if (user === null) return null;
  return {
    user: { key: user.key, email: user.email },
    tariff: user.tariff,
    bots: Object.values(bots)
      .slice(0, mostChatBots)
      .map(({ key, bot_name: name }) => ({ key, name })),
    locale,
  };
}
