import { manifest } from './manifest.ts';

export const targets = manifest({
  permissions: ['convers.view', 'convers.manage'],
  auditActions: ['target_added', 'target_changed', 'target_removed', 'target_restored'],
});
