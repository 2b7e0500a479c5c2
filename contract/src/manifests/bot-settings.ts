import { manifest } from './manifest.ts';

export const botSettings = manifest({
  permissions: ['settings.view', 'settings.edit'],
  auditActions: ['settings_changed'],
});
