import { manifest } from './manifest.ts';

// Permissions that can be granted already, of features that are planned.

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
});

export const integrations = manifest({ permissions: ['integrations.view', 'integrations.manage'] });

export const webApps = manifest({ permissions: ['webapp.view', 'webapp.manage'] });
