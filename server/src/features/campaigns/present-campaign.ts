import { type Campaign, type CampaignSummary, filesOfMessage, listVersions } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { BotSends } from '../bot-sends/bot-sends.ts';
import type { CampaignFileStore } from './campaign-file-store.ts';
import { type CampaignLine, presentLine, type StoredCampaign, toCampaignLine } from './stored-campaign.ts';

export interface PresenterDeps {
  files: Pick<CampaignFileStore, 'checked'>;
  namesOf: AccountNames;
  userTimes: UserTimes;
  botSends: Pick<BotSends, 'load'>;
  /** Everyone sees what it has of its own. */
  demoBotKey: string | null;
  now: () => number;
}

/** Campaigns as the dashboard and the API show them. */
export function createPresenter({ files, namesOf, userTimes, botSends, demoBotKey, now }: PresenterDeps) {
  const toSummary = (line: CampaignLine): CampaignSummary => ({
    ...presentLine(line, now()),
    ...(line.bot === demoBotKey && line.visitor === null && { is_example: true }),
  });

  /** The files of all of its messages that are there. */
  async function loadFiles(campaign: Pick<StoredCampaign, 'bot' | 'message' | 'variants'>) {
    const ids = new Set(listVersions(campaign).flatMap(({ message }) => filesOfMessage(message)));
    const checkedFiles = await Promise.all([...ids].map((id) => files.checked(campaign.bot, id)));
    return new Map(checkedFiles.flatMap((file) => (file === null ? [] : [[file.id, file] as const])));
  }

  async function presentCampaign(campaign: StoredCampaign): Promise<Campaign> {
    const { message, createdBy, updatedBy } = campaign;
    const [names, filesById] = await Promise.all([namesOf([createdBy, updatedBy]), loadFiles(campaign)]);
    const fileNames = Object.fromEntries([...filesById].map(([id, { name }]) => [id, name]));
    return {
      ...toSummary(toCampaignLine(campaign)),
      revision: campaign.revision,
      automation: campaign.automation,
      audience: campaign.audience,
      message,
      sending: campaign.sending,
      variants: campaign.variants,
      test: campaign.test,
      user_times: hasUserTimes(campaign) ? await userTimes(campaign.id, now()) : null,
      control_group: campaign.controlGroup,
      bot_per_second: campaign.status === 'In_progress' ? botSends.load(campaign.bot).perSecond : 0,
      file_name: fileNames[message.media?.file ?? ''] ?? null,
      file_names: fileNames,
      created_by: names.get(createdBy ?? '') ?? '',
      updated_by: names.get(updatedBy ?? '') ?? '',
      date_update: campaign.updatedAt.toISOString(),
    };
  }

  return { toSummary, presentCampaign, loadFiles };
}

export type Presenter = ReturnType<typeof createPresenter>;

/** Someone may still wait for their own time. */
const hasUserTimes = ({ status, sending, counts }: StoredCampaign): boolean =>
  sending.user_time !== null && status !== 'Draft' && status !== 'Done' && counts.waiting > 0;

/** Counts users whose own time has not come, of a campaign by users' own time. */
export function createUserTimes(db: Kysely<Tables>) {
  return async (campaignId: number, now: number): Promise<Campaign['user_times']> => {
    const row = await db
      .selectFrom('campaign_user_times')
      .select(sql<number | string | null>`sum(users)`.as('waiting'))
      .select(({ fn }) => [fn.min('send_at').as('next_at'), fn.max('send_at').as('last_at')])
      .where('campaign_id', '=', campaignId)
      .where('send_at', '>', new Date(now))
      .executeTakeFirst();
    const { next_at: next, last_at: last, waiting } = row ?? {};
    if (!next || !last) return null;
    return {
      waiting: Number(waiting ?? 0),
      next_at: new Date(next).toISOString(),
      last_at: new Date(last).toISOString(),
    };
  };
}

export type UserTimes = ReturnType<typeof createUserTimes>;
