import { manifest } from './manifest.ts';

export const takeover = manifest({
  auditActions: ['chat_taken_over', 'chat_released', 'takeover_settings_changed'],
});
