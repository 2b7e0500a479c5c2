import { manifest } from './manifest.ts';

/** Permissions are those of Mini Apps. */
export const websites = manifest({
  auditActions: ['website_added', 'website_changed', 'website_removed'],
});
