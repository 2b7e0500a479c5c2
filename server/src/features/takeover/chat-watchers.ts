import type { TakenChat } from '../../ingest/relay/taken-chats.ts';

/** Open pages that show who has a chat, by chat. */
export function createChatWatchers() {
  const watchers = new Map<string, Set<() => void>>();
  const chatKey = (bot: string, userId: number): string => `${bot} ${userId}`;
  return {
    watch(bot: string, userId: number, listener: () => void): () => void {
      const key = chatKey(bot, userId);
      const chatListeners = watchers.get(key) ?? new Set();
      watchers.set(key, chatListeners);
      chatListeners.add(listener);
      return () => {
        chatListeners.delete(listener);
        if (chatListeners.size === 0 && watchers.get(key) === chatListeners) watchers.delete(key);
      };
    },
    notify(bot: string, userId: number): void {
      for (const listener of watchers.get(chatKey(bot, userId)) ?? []) listener();
    },
  };
}

/** The users whose chats were taken or released, or have another owner's time or mode. */
export function differentChats(before: readonly TakenChat[], after: readonly TakenChat[]): number[] {
  const texts = (chats: readonly TakenChat[]) => new Map(chats.map((chat) => [chat.user, JSON.stringify(chat)]));
  const [oldTexts, now] = [texts(before), texts(after)];
  return [...new Set([...oldTexts.keys(), ...now.keys()])].filter((user) => oldTexts.get(user) !== now.get(user));
}
