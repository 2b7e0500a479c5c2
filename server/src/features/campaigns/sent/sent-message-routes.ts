import { type Account, api, opens, type PermissionKey, type Permissions } from '@botscope/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http/http.ts';
import { permitted, signedIn } from '../../access/access.ts';
import type { RecordAudit } from '../../audit/audit.ts';
import type { BotRow } from '../../bots/bots.ts';
import type { Campaigns } from '../campaigns.ts';
import { assertMayName } from '../shown-campaign.ts';
import type { NewMembers } from './new-members.ts';
import type { SentMessageJobs } from './sent-messages.ts';

interface Call {
  bot: BotRow | null;
  account: Account | null;
  permissions: Permissions | null;
  params: { campaign_id: string };
}

type Audited = Parameters<RecordAudit>[0];

const startedActions = {
  edit: 'campaign_messages_edited',
  delete: 'campaign_messages_deleted',
  pin: 'campaign_messages_pinned',
  unpin: 'campaign_messages_unpinned',
} as const;

/** Editing, deleting and pinning delivered messages, and sending to new members of the audience. */
export function registerSentMessages(
  http: Http<BotRow>,
  deps: {
    campaigns: Pick<Campaigns, 'get'>;
    jobs: SentMessageJobs;
    newMembers: NewMembers;
    record: RecordAudit;
  },
): void {
  const { campaigns, jobs, newMembers, record } = deps;
  const idsOf = ({ bot, params }: Call): [bot: string, id: number] => [permitted(bot).key, Number(params.campaign_id)];
  /** Looks for the campaign before the right: a missing one is NotFound for every caller. */
  const loadCampaign = async (call: Call, key: PermissionKey) => {
    const { campaign_id, name } = await campaigns.get(...idsOf(call));
    if (!opens(permitted(call.permissions), key)) throw new AppError('AccessDenied');
    return { campaign_id, name };
  };
  const toAuthor = ({ account }: Call): string => signedIn(account).key;
  const begin = async (call: Call & Audited, action: 'delete' | 'pin' | 'unpin', key: PermissionKey) => {
    const campaign = await loadCampaign(call, key);
    const job = await jobs.begin(...idsOf(call), action, toAuthor(call));
    await record(call, startedActions[action], { ...campaign, messages: job.total });
    return job;
  };

  http.on(api.sentMessages, (call) => jobs.list(...idsOf(call)));
  http.on(api.editSentMessages, async ({ body, ...call }) => {
    const campaign = await loadCampaign(call, 'communication.broadcast.send');
    const before = await campaigns.get(...idsOf(call));
    assertMayName(permitted(call.permissions), before, { message: { ...before.message, ...body.message } });
    const job = await jobs.edit(...idsOf(call), body.message, toAuthor(call));
    await record(call, startedActions.edit, { ...campaign, messages: job.total });
    return job;
  });
  http.on(api.deleteSentMessages, (call) => begin(call, 'delete', 'communication.broadcast.cancel'));
  http.on(api.pinSentMessages, ({ body, ...call }) =>
    begin(call, body.is_pinned ? 'pin' : 'unpin', 'communication.broadcast.send'),
  );
  http.on(api.stopSentMessageJob, async (call) => {
    const campaign = await loadCampaign(call, 'communication.broadcast.cancel');
    const job = await jobs.stop(...idsOf(call), Number(call.params.job_id));
    await record(call, 'campaign_job_stopped', campaign);
    return job;
  });
  http.on(api.resumeSentMessageJob, async (call) => {
    const campaign = await loadCampaign(call, 'communication.broadcast.send');
    const job = await jobs.resume(...idsOf(call), Number(call.params.job_id));
    await record(call, 'campaign_job_resumed', campaign);
    return job;
  });

  http.on(api.countNewMembers, async (call) => ({ users: await newMembers.count(...idsOf(call), call.signal) }));
  http.on(api.sendToNewMembers, async (call) => {
    const campaign = await loadCampaign(call, 'communication.broadcast.send');
    const users = await newMembers.send(...idsOf(call), call.signal);
    await record(call, 'campaign_extended', { ...campaign, messages: users });
    return { users };
  });
}
