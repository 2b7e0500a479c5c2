import type { TakenChat } from '../../ingest/relay/taken-chats.ts';

/** Open pages that show who has a chat, by chat. */
export function createChatWatchers() {
  const watchers = new Map<string, Set<() => void>>();
  const keyOf = (bot: string, userId: number): string => `${bot} ${userId}`;
  return {
    watch(bot: string, userId: number, listener: () => void): () => void {
      const key = keyOf(bot, userId);
      const own = watchers.get(key) ?? new Set();
      watchers.set(key, own);
      own.add(listener);
      return () => {
        own.delete(listener);
        if (own.size === 0 && watchers.get(key) === own) watchers.delete(key);
      };
    },
    notify(bot: string, userId: number): void {
      for (const listener of watchers.get(keyOf(bot, userId)) ?? []) listener();
    },
  };
}

/** The users whose chats were taken or released, or have another owner's time or mode. */
export function differentChats(before: readonly TakenChat[], after: readonly TakenChat[]): number[] {
  const texts = (chats: readonly TakenChat[]) => new Map(chats.map((chat) => [chat.user, JSON.stringify(chat)]));
  const [old, now] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((user) => old.get(user) !== now.get(user));
}
