import { keepStored, readStored } from '../../../platform/session/browser-storage.ts';

const storageKey = 'integration-draft';

/** An unfinished integration, as the tab's storage keeps it: never with secrets, which stay in memory. */
export function storeDraft(provider: string, values: object): void {
  keepStored(storageKey, JSON.stringify({ provider, values }), 'sessionStorage');
}

/** Restores the input of an earlier visit; an unreadable record, or that of another provider, counts as none. */
export function readDraft(provider: string): Record<string, unknown> | null {
  try {
    const record = JSON.parse(readStored(storageKey, 'sessionStorage') ?? 'null') as {
      provider?: unknown;
      values?: unknown;
    } | null;
    if (record?.provider !== provider || typeof record.values !== 'object') return null;
    return record.values as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

export const forgetDrafts = (): void => keepStored(storageKey, null, 'sessionStorage');
