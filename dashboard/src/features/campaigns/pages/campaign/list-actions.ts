import type { Bot, CampaignStatus, CampaignSummary, PermissionKey } from '@botscope/contract';
import { may } from '../../../../platform/session/bot-data.ts';

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

type Shown = Pick<CampaignSummary, 'is_example'>;
/** Whether messages of the campaign may be sent or changed. Of an example of the demo nobody changes anything. */
export const maySend = (bot: Bot, { is_example }: Shown): boolean =>
  !is_example && starting.every((key) => may(bot, key));
/** Whether sending may be stopped, and messages be deleted. */
export const mayStop = (bot: Bot, { is_example }: Shown): boolean =>
  !is_example && stopping.every((key) => may(bot, key));

/** Permissions that each action needs. */
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

/** An automation is edited while it is stopped, and never done. */
const ofAutomation: Partial<Record<CampaignStatus, readonly CampaignAction[]>> = {
  Cancel: ['edit', 'resume', 'copy', 'archive'],
  Error: ['edit', 'resume', 'copy', 'archive'],
};

/** Returns the actions that an account may take on a campaign in its current state. */
export function listActions(
  { kind, status, counts, is_example }: Pick<CampaignSummary, 'kind' | 'status' | 'counts' | 'is_example'>,
  hasKey: (key: PermissionKey) => boolean,
): CampaignAction[] {
  const actions = (kind === 'automation' ? ofAutomation[status] : undefined) ?? byStatus[status];
  return actions.filter((action) => {
    if (is_example && action !== 'copy') return false;
    if (action === 'repeatFailed' && counts.not_delivered === counts.unknown) return false;
    if (action === 'repeatUnknown' && counts.unknown === 0) return false;
    return needs[action].every(hasKey);
  });
}
