import { manifest } from './manifest.ts';

export const integrations = manifest({
  permissions: ['integrations.view', 'integrations.manage'],
  auditActions: [
    'integration_added',
    'integration_changed',
    'integration_paused',
    'integration_resumed',
    'integration_replayed',
    'integration_removed',
  ],
  notifications: { integration: ['failing', 'stopped'] },
});
