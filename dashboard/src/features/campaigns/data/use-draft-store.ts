import type { Automation, Campaign } from '@botscope/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCampaign, loadCampaign, saveCampaign } from './campaigns-data.ts';
import { createDraft, type Draft, type DraftState, emptyValues } from './draft.ts';

interface DraftStoreOptions {
  botKey: string;
  stored: Campaign | null;
  /** The name that a new one has at first. */
  newName: string;
  /** Automation that a new campaign begins with; null: a campaign that is sent once. */
  automation: Automation | null;
  onCreated(campaign: Campaign): void;
}

/** The draft of an editor. What is not saved when the page goes is saved then. */
export function useDraftStore({
  botKey,
  stored,
  newName,
  automation: kind,
  onCreated,
}: DraftStoreOptions): [DraftState, Draft] {
  const [draft] = useState(() =>
    createDraft({
      stored,
      empty: emptyValues(newName, kind),
      create: ({ name, audience, automation }) =>
        createCampaign(botKey, { name: name.trim() || newName, audience, ...(automation && { automation }) }),
      save: ({ campaign_id, revision }, { automation, ...changes }) =>
        saveCampaign(botKey, campaign_id, { revision, ...changes, ...(automation && { automation }) }),
      load: (id) => loadCampaign(botKey, id),
      onCreated,
    }),
  );
  useEffect(() => () => void draft.flush(), [draft]);
  return [useSyncExternalStore(draft.subscribe, draft.state), draft];
}
