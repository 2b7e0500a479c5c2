import { manifest } from './manifest.ts';

export const erasures = manifest({
  permissions: ['section.users.erase'],
  auditActions: ['users_erased', 'erasure_completed'],
});
