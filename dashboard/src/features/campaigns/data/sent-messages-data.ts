import { api, type CampaignMessage, type SentMessageJob } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { campaignQuery } from './campaigns-data.ts';

const busyMs = 1_000;
const quietMs = 15_000;
/** All of the audience is looked through for it, ms. */
const newMembersMs = 60_000;

const toParams = (key: string, id: number) => ({ key, campaign_id: String(id) });
const isRunning = ({ status }: SentMessageJob): boolean => status === 'Running';

/** Loads the possible actions on a campaign's messages, and the jobs that work on them. */
export const sentMessagesQuery = (key: string, id: number) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'sent-messages'],
    queryFn: ({ signal }) => call(api.sentMessages, { params: toParams(key, id), signal }),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? busyMs : quietMs),
  });

export const newMembersQuery = (key: string, id: number) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'new-members'],
    queryFn: ({ signal }) => call(api.countNewMembers, { params: toParams(key, id), signal }),
    refetchInterval: newMembersMs,
  });

type Written = Pick<CampaignMessage, 'text' | 'entities' | 'buttons'>;
export type MessagesAct =
  | { is: 'edit'; message: Written }
  | { is: 'delete' }
  | { is: 'pin' }
  | { is: 'unpin' }
  | { is: 'stop'; jobId: number }
  | { is: 'resume'; jobId: number };

/** @throws ApiError */
export async function actOnMessages(key: string, id: number, act: MessagesAct): Promise<void> {
  const params = toParams(key, id);
  if (act.is === 'edit') await call(api.editSentMessages, { params, body: { message: act.message } });
  else if (act.is === 'delete') await call(api.deleteSentMessages, { params });
  else if (act.is === 'pin' || act.is === 'unpin') {
    await call(api.pinSentMessages, { params, body: { is_pinned: act.is === 'pin' } });
  } else {
    const path = { ...params, job_id: String(act.jobId) };
    await call(act.is === 'stop' ? api.stopSentMessageJob : api.resumeSentMessageJob, { params: path });
  }
  await invalidateCampaign(key, id);
}

/** @throws ApiError */
export async function sendToNewMembers(key: string, id: number): Promise<void> {
  await call(api.sendToNewMembers, { params: toParams(key, id) });
  await invalidateCampaign(key, id);
}

async function invalidateCampaign(key: string, id: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: campaignQuery(key, id).queryKey });
  await queryClient.invalidateQueries({ queryKey: ['bots', key, 'campaigns'] });
}
