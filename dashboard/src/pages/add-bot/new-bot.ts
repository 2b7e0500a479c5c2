/** The unfinished bot of the wizard. The API key is never part of it: secrets stay in memory. */
export interface NewBot {
  step: (typeof steps)[number];
  bot_name: string;
  delivery_method: 'api';
  /** Set once the bot exists on the server. */
  key: string | null;
}

/** The order of the wizard. */
export const steps = ['name', 'type', 'test', 'result'] as const;

const storageKey = 'new-bot';
export const emptyNewBot: NewBot = { step: 'name', bot_name: '', delivery_method: 'api', key: null };

/** What an earlier look at the wizard left behind; an unreadable record counts as none. */
export function parseNewBot(text: string | null): NewBot {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return emptyNewBot;
    const { step, bot_name, key } = value as Record<string, unknown>;
    if (typeof bot_name !== 'string') return emptyNewBot;
    if (typeof key === 'string' && (step === 'test' || step === 'result'))
      return { ...emptyNewBot, bot_name, key, step };
    return { ...emptyNewBot, bot_name, step: step === 'type' ? 'type' : 'name' };
  } catch {
    return emptyNewBot;
  }
}

export function readNewBot(): NewBot {
  try {
    return parseNewBot(sessionStorage.getItem(storageKey));
  } catch {
    return emptyNewBot;
  }
}

export function storeNewBot(bot: NewBot): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(bot));
  } catch {
    // Without storage the wizard still works, it only does not survive a reload.
  }
}

export function forgetNewBot(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored then.
  }
}
