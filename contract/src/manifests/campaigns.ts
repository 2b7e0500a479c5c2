import { manifest } from './manifest.ts';

/** Messages to many users. */
export const communication = manifest({
  permissions: [
    'communication.messages.preview',
    'communication.broadcast.send',
    'communication.broadcast.schedule',
    'communication.broadcast.cancel',
    'communication.broadcast.status',
  ],
});

export const campaigns = manifest({
  notifications: { campaign: ['finished', 'failed', 'missed', 'paused', 'outage'] },
  permissions: [
    'tasker.task.create',
    'tasker.task.view',
    'tasker.task.update',
    'tasker.run_test',
    'tasker.campaign.run',
    'tasker.campaign.stop',
    'tasker.list.save',
    'tasker.list.delete',
    'tasker.users.list',
  ],
  auditActions: [
    'campaign_created',
    'campaign_changed',
    'campaign_archived',
    'campaign_restored',
    'campaign_tested',
    'campaign_started',
    'campaign_planned',
    'campaign_stopped',
    'campaign_resumed',
    'campaign_finished',
    'campaign_repeated',
    'campaign_extended',
    'campaign_messages_edited',
    'campaign_messages_deleted',
    'campaign_messages_pinned',
    'campaign_messages_unpinned',
    'campaign_job_stopped',
    'campaign_job_resumed',
    'campaign_winner_chosen',
  ],
});
