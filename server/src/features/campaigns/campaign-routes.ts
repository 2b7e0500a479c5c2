import {
  type Account,
  api,
  type Campaign,
  isPlannedAt,
  type PermissionKey,
  type Permissions,
} from '@botscope/contract';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { authorKey, permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Audiences } from './audience.ts';
import type { CampaignCaller } from './campaign-checks.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { Campaigns } from './campaigns.ts';
import { shownCount } from './demo/visitor-audience.ts';
import type { SendTest } from './send-test.ts';
import { shownCampaign, showsVariable } from './shown-campaign.ts';
import type { Stars } from './stars.ts';
import type { createCountZones } from './timing/users-zones.ts';
import { unmarkedMessage } from './unmarked-message.ts';

interface CampaignRoutesDeps {
  campaigns: Campaigns;
  audiences: Pick<Audiences, 'count'>;
  sendTest: SendTest;
  attempts: Attempts;
  record: RecordAudit;
}

interface Caller {
  bot: BotRow | null;
  account: Account | null;
  permissions: Permissions | null;
  signal: AbortSignal;
}

const toCaller = ({ bot, account, signal, ...call }: Caller): CampaignCaller => {
  const [{ key }, permissions] = [permitted(bot), permitted(call.permissions)];
  return { bot: key, accountKey: authorKey(account), timeZone: account?.time_zone ?? 'UTC', permissions, signal };
};

/** Demands the further permission to send, plan or stop a campaign. */
const demand = ({ permissions }: Caller, key: PermissionKey): void => {
  if (!permitted(permissions).keys.has(key)) throw new AppError('AccessDenied');
};

/** Writing, starting and stopping campaigns. */
export function registerCampaigns(http: Http<BotRow>, deps: CampaignRoutesDeps): void {
  const { campaigns, audiences, record } = deps;
  const idOf = ({ params }: { params: { campaign_id: string } }): number => Number(params.campaign_id);
  const keyOf = ({ bot }: Caller): string => permitted(bot).key;
  /** Looks for the campaign before the right: a missing one is NotFound for every caller. */
  const demandForCampaign = async (
    call: Caller & { params: { campaign_id: string } },
    key: PermissionKey,
  ): Promise<void> => {
    await campaigns.get(keyOf(call), idOf(call));
    demand(call, key);
  };
  const toAuditDetails = ({ campaign_id, name }: { campaign_id: number; name: string }) => ({ campaign_id, name });
  const showCampaign = ({ permissions }: Caller, campaign: Campaign) => shownCampaign(permitted(permissions), campaign);

  http.on(api.listCampaigns, (call) => campaigns.list(keyOf(call), call.query.archived === '1'));
  http.on(api.createCampaign, async ({ body: { name, copy_of: copyOf, audience, automation }, ...call }) => {
    const campaign = await campaigns.create(toCaller(call), name, { copyOf, audience, automation });
    await record(call, 'campaign_created', toAuditDetails(campaign));
    return showCampaign(call, campaign);
  });
  http.on(api.getCampaign, async (call) => showCampaign(call, await campaigns.get(keyOf(call), idOf(call))));
  http.on(api.saveCampaign, async ({ body: { revision, message, ...changes }, ...call }) => {
    const campaign = await campaigns.save(toCaller(call), idOf(call), revision, {
      ...changes,
      ...(message !== undefined && { message: unmarkedMessage(message) }),
    });
    await record(call, 'campaign_changed', toAuditDetails(campaign));
    return showCampaign(call, campaign);
  });
  http.on(api.archiveCampaign, async ({ body, ...call }) => {
    const campaign = await campaigns.archive(keyOf(call), idOf(call), body.is_archived);
    await record(call, body.is_archived ? 'campaign_archived' : 'campaign_restored', toAuditDetails(campaign));
    return showCampaign(call, campaign);
  });
  http.on(api.countAudience, async ({ body, bot, account, signal }) => {
    const { key } = permitted(bot);
    const timeZone = account?.time_zone ?? 'UTC';
    return shownCount(await audiences.count({ bot: key, audience: body, timeZone, signal }));
  });
  http.on(api.checkCampaign, (call) => campaigns.check(toCaller(call), idOf(call)));
  http.on(api.previewCampaign, ({ body, ...call }) => {
    const shows = showsVariable(permitted(call.permissions));
    const { user_id: userId, ...version } = body;
    return campaigns.preview(keyOf(call), idOf(call), { ...version, userId }, shows);
  });
  http.on(api.testCampaign, async ({ body, ...call }) => {
    if (call.account !== null) await deps.attempts.take({ 'message:account': call.account.key });
    const { campaign_id, name } = await campaigns.get(keyOf(call), idOf(call));
    const messageId = await deps.sendTest(keyOf(call), campaign_id, body.user_id, {
      ...body,
      shows: showsVariable(permitted(call.permissions)),
    });
    await record(call, 'campaign_tested', { campaign_id, name, user_id: body.user_id });
    return { message_id: messageId };
  });
  http.on(api.runCampaign, async ({ body, ...call }) => {
    const before = await campaigns.get(keyOf(call), idOf(call));
    const isPlanned = isPlannedAt(before.sending, Date.now());
    demand(call, isPlanned ? 'communication.broadcast.schedule' : 'communication.broadcast.send');
    const campaign = await campaigns.run(toCaller(call), idOf(call), body.revision);
    const action = isPlanned ? 'campaign_planned' : 'campaign_started';
    if (before.status === 'Draft') await record(call, action, toAuditDetails(campaign));
    return showCampaign(call, campaign);
  });
  http.on(api.stopCampaign, async (call) => {
    await demandForCampaign(call, 'communication.broadcast.cancel');
    const campaign = await campaigns.stop(keyOf(call), idOf(call));
    await record(call, 'campaign_stopped', toAuditDetails(campaign));
    return showCampaign(call, campaign);
  });
  http.on(api.resumeCampaign, async (call) => {
    await demandForCampaign(call, 'communication.broadcast.send');
    const campaign = await campaigns.resume(toCaller(call), idOf(call));
    await record(call, 'campaign_resumed', toAuditDetails(campaign));
    return showCampaign(call, campaign);
  });
  http.on(api.finishCampaign, async (call) => {
    await demandForCampaign(call, 'communication.broadcast.cancel');
    const campaign = await campaigns.finish(keyOf(call), idOf(call));
    await record(call, 'campaign_finished', toAuditDetails(campaign));
    return showCampaign(call, campaign);
  });
  http.on(api.chooseWinner, async ({ body, ...call }) => {
    await demandForCampaign(call, 'communication.broadcast.send');
    const campaign = await campaigns.chooseWinner(keyOf(call), idOf(call), body.variant);
    await record(call, 'campaign_winner_chosen', { ...toAuditDetails(campaign), variant: body.variant });
    return showCampaign(call, campaign);
  });
  http.on(api.repeatCampaign, async ({ body, ...call }) => {
    await demandForCampaign(call, 'communication.broadcast.send');
    const campaign = await campaigns.repeat(keyOf(call), idOf(call), body.group);
    await record(call, 'campaign_repeated', { ...toAuditDetails(campaign), group: body.group });
    return showCampaign(call, campaign);
  });
}

/** Registers what fast sending may cost, and what it has cost. */
export function registerStars(
  http: Http<BotRow>,
  { rows, stars, maxSpeed }: { rows: Pick<CampaignStore, 'get'>; stars: Stars; maxSpeed: number },
): void {
  http.on(api.getMailingLimits, async () => ({ max_speed: maxSpeed }));
  http.on(api.getStarBalance, async ({ bot }) => ({ tenths: await stars.balance(permitted(bot).key) }));
  http.on(api.campaignBill, async ({ bot, params }) => {
    const { key } = permitted(bot);
    const campaign = await rows.get(key, Number(params.campaign_id));
    const { startedAt, finishedAt } = campaign;
    if (startedAt === null || !campaign.sending.is_paid) return { requests: 0, tenths: 0 };
    return stars.billed(key, startedAt.getTime(), finishedAt?.getTime() ?? Date.now());
  });
}

/** Registers the count of users of an audience whose time zone is known. */
export function registerTimeZones(
  http: Http<BotRow>,
  { countZones }: { countZones: ReturnType<typeof createCountZones> },
): void {
  http.on(api.countTimeZones, ({ body, bot, account, signal }) => {
    const { key } = permitted(bot);
    return countZones({ bot: key, audience: body, timeZone: account?.time_zone ?? 'UTC', signal });
  });
}
