import type { CampaignStatus, CampaignSummary, PermissionKey } from '@botscope/contract';

export type CampaignAction =
  | 'edit'
  | 'unplan'
  | 'stop'
  | 'resume'
  | 'finish'
  | 'repeatFailed'
  | 'repeatUnknown'
  | 'copy'
  | 'archive';

const starting = ['tasker.campaign.run', 'communication.broadcast.send'] as const;
const stopping = ['tasker.campaign.stop', 'communication.broadcast.cancel'] as const;

/** What each action needs of the account. */
const needs: Readonly<Record<CampaignAction, readonly PermissionKey[]>> = {
  edit: ['tasker.task.update'],
  unplan: stopping,
  stop: stopping,
  resume: starting,
  finish: stopping,
  repeatFailed: starting,
  repeatUnknown: starting,
  copy: ['tasker.task.create'],
  archive: ['tasker.task.update'],
};

const byStatus: Readonly<Record<CampaignStatus, readonly CampaignAction[]>> = {
  Draft: ['edit', 'copy', 'archive'],
  Not_started: ['unplan', 'copy'],
  In_progress: ['stop', 'copy'],
  Cancel: ['resume', 'finish', 'copy', 'archive'],
  Error: ['resume', 'finish', 'copy', 'archive'],
  Done: ['repeatFailed', 'repeatUnknown', 'copy', 'archive'],
};

/** What an account can do with a campaign now. */
export function actionsOf(
  { status, counts }: Pick<CampaignSummary, 'status' | 'counts'>,
  may: (key: PermissionKey) => boolean,
): CampaignAction[] {
  return byStatus[status].filter((action) => {
    if (action === 'repeatFailed' && counts.not_delivered === counts.unknown) return false;
    if (action === 'repeatUnknown' && counts.unknown === 0) return false;
    return needs[action].every(may);
  });
}
