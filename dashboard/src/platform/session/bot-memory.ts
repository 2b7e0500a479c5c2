import { keepStored, readStored } from './browser-storage.ts';

/** State of bots that the browser remembers: the current one (for good) and whether the demo is on (for this tab). */
export interface BotMemory {
  stored: string | null;
  demo: boolean;
}

const currentKey = 'current-bot';
const demoKey = 'demo';
const listeners = new Set<() => void>();
let memory: BotMemory = {
  stored: readStored(currentKey),
  demo: readStored(demoKey, 'sessionStorage') === '1',
};

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
    keepStored(currentKey, next.stored);
    keepStored(demoKey, next.demo ? '1' : null, 'sessionStorage');
    for (const listener of listeners) listener();
  },
};
