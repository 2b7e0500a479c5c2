import type { Campaign } from '@botscope/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCampaign, loadCampaign, saveCampaign } from './campaigns-data.ts';
import { createDraft, type Draft, type DraftState, emptyValues } from './draft.ts';

interface DraftStoreOptions {
  botKey: string;
  stored: Campaign | null;
  /** The name that a new one has at first. */
  newName: string;
  onCreated(campaign: Campaign): void;
}

/** The draft of an editor. What is not saved when the page goes is saved then. */
export function useDraftStore({ botKey, stored, newName, onCreated }: DraftStoreOptions): [DraftState, Draft] {
  const [draft] = useState(() =>
    createDraft({
      stored,
      empty: emptyValues(newName),
      create: ({ name, audience }) => createCampaign(botKey, { name: name.trim() || newName, audience }),
      save: ({ campaign_id, revision }, changed) => saveCampaign(botKey, campaign_id, { revision, ...changed }),
      load: (id) => loadCampaign(botKey, id),
      onCreated,
    }),
  );
  useEffect(() => () => void draft.flush(), [draft]);
  return [useSyncExternalStore(draft.subscribe, draft.state), draft];
}
