import { manifest } from './manifest.ts';

export const miniApps = manifest({
  permissions: ['webapp.view', 'webapp.manage'],
  auditActions: ['mini_app_added', 'mini_app_changed', 'mini_app_removed'],
});
