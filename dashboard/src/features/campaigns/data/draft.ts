import {
  type Automation,
  type Campaign,
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  CampaignVariants,
} from '@botscope/contract';
import * as z from 'zod/mini';
import { codeOf, type FailureCode } from '../../../platform/api/api-error.ts';

/** Part of a campaign that the editor changes. */
export type DraftValues = Pick<Campaign, 'name' | 'automation' | 'audience' | 'message' | 'sending' | 'variants'>;

export const emptyValues = (name: string, automation: Automation | null = null): DraftValues => ({
  name,
  automation,
  audience: z.parse(CampaignAudience, { kind: 'all' }),
  message: z.parse(CampaignMessage, {}),
  sending: z.parse(CampaignSending, {}),
  variants: z.parse(CampaignVariants, {}),
});

const pickValues = ({ name, automation, audience, message, sending, variants }: Campaign): DraftValues => ({
  name,
  automation,
  audience,
  message,
  sending,
  variants,
});

/** `conflict`: someone else has saved it. `closed`: it was started meanwhile. */
export type DraftPhase = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict' | 'closed';

export interface DraftState {
  values: DraftValues;
  /** As the server has it; null before the first thing is entered. */
  stored: Campaign | null;
  phase: DraftPhase;
  /** Why it was not saved. */
  failure: FailureCode | null;
  /** The other version of a conflict. */
  theirs: Campaign | null;
  /** Grows when the values were replaced from outside. */
  generation: number;
}

interface DraftOptions {
  stored: Campaign | null;
  empty: DraftValues;
  create(values: DraftValues): Promise<Campaign>;
  save(stored: Campaign, changed: Partial<DraftValues>): Promise<Campaign>;
  load(id: number): Promise<Campaign>;
  onCreated(campaign: Campaign): void;
}

/** After the last key, ms. */
export const saveDelayMs = 800;
/** Until a save that found no server is tried again, ms. */
const retryMs = 5_000;

export type Draft = ReturnType<typeof createDraft>;

/** A draft that saves itself: one save at a time, always of the parts that differ from what was last sent. */
export function createDraft({ stored, empty, create, save, load, onCreated }: DraftOptions) {
  const first = stored ? pickValues(stored) : empty;
  let sentValues = first;
  let state: DraftState = { values: first, stored, phase: 'saved', failure: null, theirs: null, generation: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let currentSave: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  const set = (part: Partial<DraftState>): void => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const isSettled = (): boolean => state.phase === 'conflict' || state.phase === 'closed';
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void saveOnce(), ms);
  };

  async function send(): Promise<void> {
    const { values } = state;
    const base = state.stored;
    set({ phase: 'saving', failure: null });
    try {
      // A name that is being typed again is '' for a moment; the server takes none.
      const { name, ...rest } = differences(sentValues, values);
      const changes = { ...rest, ...(name?.trim() && { name }) };
      const isNew = base === null;
      let next = isNew ? await create(values) : base;
      // A new one comes with its name and audience alone.
      const parts = isNew ? differences(pickValues(next), { ...values, name: next.name }) : changes;
      if (isNew) {
        set({ stored: next });
        sentValues = { ...pickValues(next), name: values.name };
        onCreated(next);
      }
      if (Object.keys(parts).length > 0) next = await save(next, parts);
      sentValues = values;
      set({ stored: next, phase: isDirty() ? 'waiting' : 'saved' });
    } catch (error) {
      await fail(error);
    }
  }
  async function fail(error: unknown): Promise<void> {
    const failure = codeOf(error);
    const base = state.stored;
    set(await stateAfterFailure(failure, base && (() => load(base.campaign_id))));
    if (failure === 'InternetUnavailable') schedule(retryMs);
  }
  const isDirty = (): boolean => JSON.stringify(state.values) !== JSON.stringify(sentValues);

  async function saveOnce(): Promise<void> {
    clearTimeout(timer);
    while (currentSave) await currentSave;
    if (!isDirty() || isSettled()) return;
    currentSave = send().finally(() => {
      currentSave = null;
    });
    await currentSave;
  }

  /** Saves now what is not saved yet. @returns whether all of it is */
  async function flush(): Promise<boolean> {
    do await saveOnce();
    while (isDirty() && state.phase !== 'failed' && !isSettled());
    return !isDirty();
  }

  return {
    state: (): DraftState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(part: Partial<DraftValues>): void {
      const isSaving = state.phase === 'saving';
      set({
        values: { ...state.values, ...part },
        ...(!isSettled() && !isSaving && { phase: 'waiting', failure: null }),
      });
      if (!isSettled()) schedule(saveDelayMs);
    },
    flush,
    isDirty,
    /** Gives up the own changes of a conflict. */
    loadTheirs(): void {
      if (!state.theirs) return;
      sentValues = pickValues(state.theirs);
      const generation = state.generation + 1;
      set({ values: sentValues, stored: state.theirs, theirs: null, phase: 'saved', generation });
    },
    /** Saves the own version over theirs. */
    keepMine(): Promise<boolean> {
      if (!state.theirs) return Promise.resolve(false);
      sentValues = pickValues(state.theirs);
      set({ stored: state.theirs, theirs: null, phase: 'waiting' });
      return flush();
    },
  };
}

function differences(before: DraftValues, now: DraftValues): Partial<DraftValues> {
  const names = (Object.keys(now) as (keyof DraftValues)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

/** Returns what a refused save makes of the draft. A conflict comes with the other version, so that one can be chosen. */
async function stateAfterFailure(
  failure: FailureCode,
  loadTheirs: (() => Promise<Campaign>) | null,
): Promise<Partial<DraftState>> {
  if (failure === 'CampaignStarted') return { phase: 'closed' };
  if (failure !== 'CampaignChanged' || loadTheirs === null) return { phase: 'failed', failure };
  try {
    return { phase: 'conflict', theirs: await loadTheirs() };
  } catch (reason) {
    return { phase: 'failed', failure: codeOf(reason) };
  }
}
