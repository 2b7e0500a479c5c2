import { keepStored, readStored } from './browser-storage.ts';

const key = 'invitation';

let token = readStored(key);
let openedBot: string | null = null;
let isConfirmed = false;

/**
 * The token of an invitation's link until it has been used. It is kept for the whole browser, not for the tab: anyone who
 * signs up opens the link of a mail, which makes a new one.
 */
export const inviteMemory = {
  read: (): string | null => token,
  /** Null forgets it. */
  keep(next: string | null): void {
    token = next;
    isConfirmed = false;
    keepStored(key, next);
  },
  /** It was accepted: by the button, or by signing in on a page that named it. */
  confirm(): void {
    isConfirmed = true;
  },
  isConfirmed: (): boolean => isConfirmed,
  /** An account has used it, or it is worth nothing. `bot`: the one that it leads to. */
  settle(bot: string | null): void {
    inviteMemory.keep(null);
    openedBot = bot;
  },
  /** Key of the bot that the last one has opened, once. */
  takeOpened(): string | null {
    const bot = openedBot;
    openedBot = null;
    return bot;
  },
};
