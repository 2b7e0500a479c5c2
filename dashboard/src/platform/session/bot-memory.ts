/** State of bots that the browser remembers: the current one (for good) and whether the demo is on (for this tab). */
export interface BotMemory {
  stored: string | null;
  demo: boolean;
}

const currentKey = 'current-bot';
const demoKey = 'demo';
const listeners = new Set<() => void>();
let memory: BotMemory = {
  stored: attempt(() => localStorage.getItem(currentKey)),
  demo: attempt(() => sessionStorage.getItem(demoKey)) === '1',
};

/** Browsers with storage switched off throw; the choice then lives as long as the page. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

export const botMemory = {
  read: (): BotMemory => memory,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Null forgets that part. Notifies the listeners only if something changed. */
  keep(next: BotMemory): void {
    if (next.stored === memory.stored && next.demo === memory.demo) return;
    memory = next;
    const { stored } = next;
    attempt(() => (stored === null ? localStorage.removeItem(currentKey) : localStorage.setItem(currentKey, stored)));
    attempt(() => (next.demo ? sessionStorage.setItem(demoKey, '1') : sessionStorage.removeItem(demoKey)));
    for (const listener of listeners) listener();
  },
};
