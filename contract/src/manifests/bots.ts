import { manifest } from './manifest.ts';

export const bots = manifest({
  auditActions: ['bot_added', 'bot_renamed', 'bot_paused', 'bot_resumed', 'bot_removed', 'api_key_rotated'],
});
