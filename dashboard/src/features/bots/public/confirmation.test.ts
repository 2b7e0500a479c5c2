import { describe, expect, it } from 'vitest';
import { buildConfirmation, type Confirmation } from './confirmation.ts';

const hookUrl = 'https://bots.example.com/hook';
type Case = [string, Parameters<typeof buildConfirmation>[0], string | null, string, Confirmation[]];
const way = (connection_type: 'auto' | 'manual' | 'api', delivery_method: 'webhook' | 'getUpdates' | 'api') => ({
  connection_type,
  delivery_method,
  delivery_method_send: 'off' as const,
  has_token: connection_type === 'auto',
});
const proxied = { delivery_method_send: 'proxy' as const };
const proxyNotice: Confirmation = { kind: 'through' };

describe('the confirmation before a bot is removed', () => {
  it.each<Case>([
    ['by token, with a former webhook', way('auto', 'webhook'), hookUrl, hookUrl, [{ kind: 'former', url: hookUrl }]],
    ['by token, without one', way('auto', 'webhook'), null, '', [{ kind: 'none' }]],
    ['by token, forwarding to a new address only', way('auto', 'webhook'), null, hookUrl, [{ kind: 'none' }]],
    ['… and its calls', { ...way('auto', 'webhook'), ...proxied }, null, '', [{ kind: 'none' }, proxyNotice]],
    ['by token, polling', { ...way('auto', 'getUpdates'), ...proxied }, null, '', [proxyNotice]],
    ['by hand', way('manual', 'webhook'), null, hookUrl, [{ kind: 'byHand', url: hookUrl }]],
    [
      'by hand, token added',
      { ...way('manual', 'webhook'), has_token: true },
      null,
      hookUrl,
      [{ kind: 'former', url: hookUrl }],
    ],
    ['by hand, polling', way('manual', 'getUpdates'), null, '', [proxyNotice]],
    ['set by the bot through us', { ...way('manual', 'webhook'), ...proxied }, hookUrl, hookUrl, [{ kind: 'byBot' }]],
    ['by copies', way('api', 'api'), null, '', [{ kind: 'untouched' }]],
    ['by copies, calls through us', { ...way('api', 'api'), ...proxied }, null, '', [proxyNotice]],
  ])('explains the effect on webhook and calls: %s', (_, bot, former_webhook, webhook, expected) => {
    expect(buildConfirmation(bot, { former_webhook, webhook })).toEqual(expected);
  });

  it('says nothing of webhooks before it knows them', () => {
    expect(buildConfirmation(way('manual', 'webhook'), null)).toEqual([]);
  });
});
