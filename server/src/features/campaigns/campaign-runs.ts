import { isPlannedAt, type Campaign as PresentedCampaign } from '@botscope/contract';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { type Ledger, statusesBefore, type winnerStore } from '../campaign-engine/campaign-engine.ts';
import type { createCampaignChecks } from './campaign-checks.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { Campaigns } from './campaigns.ts';
import type { Presenter } from './present-campaign.ts';
import { isEditable, type StoredCampaign } from './stored-campaign.ts';

/** Starting and stopping campaigns, and all that colleagues decide about them while they are sent. */
export function createCampaignRuns(deps: {
  rows: CampaignStore;
  ledger: Pick<Ledger, 'finish' | 'repeat'>;
  tests: Pick<ReturnType<typeof winnerStore>, 'choose'>;
  presenter: Pick<Presenter, 'presentCampaign'>;
  checks: Pick<ReturnType<typeof createCampaignChecks>, 'assertReady'>;
  hasToken: (bot: string) => Promise<boolean>;
  bus: Pick<Bus, 'publish'>;
  now: () => number;
}): Pick<Campaigns, 'run' | 'stop' | 'resume' | 'finish' | 'chooseWinner' | 'repeat'> {
  const { rows, ledger, bus, now } = deps;
  const { presentCampaign } = deps.presenter;
  const { assertReady } = deps.checks;

  /** Processes that send look at the bot now. */
  function publishChange(bot: string, campaign: StoredCampaign): Promise<PresentedCampaign> {
    bus.publish('campaigns-changed', bot);
    return presentCampaign(campaign);
  }
  async function assertToken(bot: string): Promise<void> {
    if (!(await deps.hasToken(bot))) throw new AppError('NeedToken');
  }

  return {
    async run(caller, id, revision, request) {
      const campaign = await rows.get(caller.bot, id);
      // The answer to the first start got lost.
      if (campaign.status !== 'Draft' && campaign.revision === revision) return presentCampaign(campaign);
      if (campaign.revision !== revision) throw new AppError('CampaignChanged', { field: 'revision' });
      await assertToken(caller.bot);
      await assertReady(caller, campaign);
      const event = isPlannedAt(campaign.sending, now()) ? 'planned' : 'started';
      const startedCampaign = await rows.begin(caller.bot, id, event, revision, request);
      if (startedCampaign !== undefined) return publishChange(caller.bot, startedCampaign);
      const currentCampaign = await rows.get(caller.bot, id);
      if (currentCampaign.revision !== revision) throw new AppError('CampaignChanged', { field: 'revision' });
      return presentCampaign(currentCampaign);
    },
    async stop(bot, id) {
      await rows.assertKnown(bot, id);
      const campaign = await rows.happen(bot, id, 'stopped');
      if (campaign === undefined) throw new AppError('CampaignNotRunning');
      return publishChange(bot, campaign);
    },
    async resume(caller, id) {
      const { bot } = caller;
      const before = await rows.get(bot, id);
      await assertToken(bot);
      // It may have been edited since.
      if (before.automation !== null && isEditable(before)) await assertReady(caller, before);
      const campaign = await rows.happen(bot, id, 'resumed');
      if (campaign === undefined) throw new AppError('CampaignNotRunning');
      return publishChange(bot, campaign);
    },
    async finish(bot, id) {
      const { status, automation } = await rows.get(bot, id);
      if (status === 'In_progress') throw new AppError('CampaignRunning');
      // An automation that is stopped stays so.
      if (automation !== null) throw new AppError('CampaignNotRunning');
      if (!(await ledger.finish(id, ['Cancel', 'Error']))) throw new AppError('CampaignNotRunning');
      return publishChange(bot, await rows.get(bot, id));
    },
    async chooseWinner(bot, id, variant) {
      await rows.assertKnown(bot, id);
      if (!(await deps.tests.choose(bot, id, variant))) throw new AppError('CampaignNotRunning');
      return publishChange(bot, await rows.get(bot, id));
    },
    async repeat(bot, id, group) {
      const { status } = await rows.get(bot, id);
      if (!statusesBefore('repeated').includes(status)) throw new AppError('CampaignRunning');
      await assertToken(bot);
      if (!(await ledger.repeat(id, group))) throw new AppError('NoRecipients', { field: 'group' });
      return publishChange(bot, await rows.get(bot, id));
    },
  };
}
