import type { Bus } from '../../../platform/bus/bus.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AudienceOf, type Ledger, statusesBefore } from '../../campaign-engine/campaign-engine.ts';
import type { CampaignStore } from '../campaign-store.ts';
import type { StoredCampaign } from '../stored-campaign.ts';

/** Users who have joined the audience of a finished campaign since it was written down. */
export interface NewMembers {
  /** Null where its audience is a list of ids, which nobody joins. @throws AppError NotFound */
  count(bot: string, id: number, signal?: AbortSignal): Promise<number | null>;
  /**
   * Sends it to them as well; earlier recipients are left alone. @returns how many there were a moment before
   * @throws AppError NotFound, NeedToken, CampaignRunning, NoRecipients, DateInPast (`sending.finish_by`)
   */
  send(bot: string, id: number, signal?: AbortSignal): Promise<number>;
}

export function createNewMembers(deps: {
  rows: Pick<CampaignStore, 'get'>;
  ledger: Pick<Ledger, 'extend' | 'countAbsent'>;
  audienceOf: AudienceOf;
  hasToken: (bot: string) => Promise<boolean>;
  bus: Pick<Bus, 'publish'>;
  now?: () => number;
}): NewMembers {
  const { rows, ledger, now = Date.now } = deps;

  async function countMembers({ bot, id, audience, timeZone }: StoredCampaign, signal?: AbortSignal): Promise<number> {
    let users = 0;
    for await (const chunk of deps.audienceOf({ bot, campaignId: id, audience, timeZone }, 0)) {
      signal?.throwIfAborted();
      users += await ledger.countAbsent(id, chunk);
    }
    return users;
  }

  return {
    async count(bot, id, signal) {
      const campaign = await rows.get(bot, id);
      return campaign.audience.kind === 'ids' ? null : countMembers(campaign, signal);
    },
    async send(bot, id, signal) {
      const campaign = await rows.get(bot, id);
      if (!statusesBefore('extended').includes(campaign.status)) throw new AppError('CampaignRunning');
      if (!(await deps.hasToken(bot))) throw new AppError('NeedToken');
      if (campaign.audience.kind === 'ids') throw new AppError('NoRecipients');
      const { finish_by: end } = campaign.sending;
      if (end !== null && Date.parse(end) <= now()) throw new AppError('DateInPast', { field: 'sending.finish_by' });
      const users = await countMembers(campaign, signal);
      if (users === 0) throw new AppError('NoRecipients');
      if (!(await ledger.extend(id))) throw new AppError('CampaignRunning');
      deps.bus.publish('campaigns-changed', bot);
      return users;
    },
  };
}
