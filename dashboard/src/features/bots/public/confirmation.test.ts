import { describe, expect, it } from 'vitest';
import { type Confirmation, confirmationOf } from './confirmation.ts';

const own = 'https://bots.example.com/hook';
type Case = [string, Parameters<typeof confirmationOf>[0], string | null, string, Confirmation[]];
const way = (connection_type: 'auto' | 'manual' | 'api', delivery_method: 'webhook' | 'getUpdates' | 'api') => ({
  connection_type,
  delivery_method,
  delivery_method_send: 'off' as const,
  has_token: connection_type === 'auto',
});
const proxied = { delivery_method_send: 'proxy' as const };
const through: Confirmation = { kind: 'through' };

describe('what becomes of a bot that is removed', () => {
  it.each<Case>([
    ['by token, with a former webhook', way('auto', 'webhook'), own, own, [{ kind: 'former', url: own }]],
    ['by token, without one', way('auto', 'webhook'), null, '', [{ kind: 'none' }]],
    ['by token, forwarding to a new address only', way('auto', 'webhook'), null, own, [{ kind: 'none' }]],
    ['… and its calls', { ...way('auto', 'webhook'), ...proxied }, null, '', [{ kind: 'none' }, through]],
    ['by token, polling', { ...way('auto', 'getUpdates'), ...proxied }, null, '', [through]],
    ['by hand', way('manual', 'webhook'), null, own, [{ kind: 'byHand', url: own }]],
    [
      'by hand, token added',
      { ...way('manual', 'webhook'), has_token: true },
      null,
      own,
      [{ kind: 'former', url: own }],
    ],
    ['by hand, polling', way('manual', 'getUpdates'), null, '', [through]],
    ['set by the bot through us', { ...way('manual', 'webhook'), ...proxied }, own, own, [{ kind: 'byBot' }]],
    ['by copies', way('api', 'api'), null, '', [{ kind: 'untouched' }]],
    ['by copies, calls through us', { ...way('api', 'api'), ...proxied }, null, '', [through]],
  ])('%s', (_, bot, former_webhook, webhook, expected) => {
    expect(confirmationOf(bot, { former_webhook, webhook })).toEqual(expected);
  });

  it('says nothing of webhooks before it knows them', () => {
    expect(confirmationOf(way('manual', 'webhook'), null)).toEqual([]);
  });
});
