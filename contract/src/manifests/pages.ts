import { manifest } from './manifest.ts';

/** Mini Apps and websites have the same permissions. */
export const pages = manifest({
  permissions: ['webapp.view', 'webapp.manage'],
  auditActions: [
    'mini_app_added',
    'mini_app_changed',
    'mini_app_removed',
    'website_added',
    'website_changed',
    'website_removed',
  ],
});
