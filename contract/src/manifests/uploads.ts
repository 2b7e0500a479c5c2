import { manifest } from './manifest.ts';

export const uploads = manifest({
  permissions: ['storage.upload'],
  auditActions: ['upload_started', 'upload_cancelled'],
});
