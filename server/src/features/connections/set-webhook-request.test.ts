import { createClock } from '@botscope/testkit/clock.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSetWebhook } from './set-webhook-request.ts';

const strict = { anyAddress: false, allowPrivate: false };
const url = 'https://bots.example.com/hook';

describe('setWebhook as Telegram reads it', () => {
  const clock = createClock('2026-03-02T09:00:00Z');
  let telegram: SimulatedTelegram;
  beforeAll(async () => {
    telegram = await startSimulatedTelegram({ clock });
  });
  afterAll(() => telegram.stop());

  it.each<Record<string, string>>([
    { url: 'http://bots.example.com/' },
    { url: 'https://bots.example.com:8080/' },
    { url: 'https://192.168.1.5/' },
    { url: 'https://10.1.2.3/' },
    { url: 'https://169.254.169.254/' },
    { url: 'https://localhost/' },
    { url: 'https://[::1]/' },
    { url: 'https://%%%' },
    { url, ip_address: '127.0.0.1' },
    { url, secret_token: 'with space' },
    { url, secret_token: 'x'.repeat(257) },
    { url: 'http://bots.example.com/', secret_token: 'ж' },
  ])('%j is refused in its words', async (params) => {
    const { token } = telegram.addBot({ username: 'strict_bot' });
    const { body } = await callMethod({ url: telegram.url, token }, 'setWebhook', params);
    expect(readSetWebhook(params, strict)).toEqual({ refused: body.description });
  });

  it.each<[Record<string, string>, object]>([
    [{ url }, { url, secret: null, maxConnections: 40, ipAddress: '', allowedUpdates: undefined }],
    [{ url: 'bots.example.com/hook' }, { url }],
    [{ url: 'https://bots.example.com:8443/' }, { url: 'https://bots.example.com:8443/' }],
    [{ url, max_connections: '0' }, { maxConnections: 1 }],
    [{ url, max_connections: '1000' }, { maxConnections: 100 }],
    [{ url, max_connections: 'many' }, { maxConnections: 40 }],
    [{ url, secret_token: 'a_B-9' }, { secret: 'a_B-9' }],
    [{ url, ip_address: '8.8.8.8' }, { ipAddress: '8.8.8.8' }],
    [{ url, allowed_updates: '["Message","poll"]' }, { allowedUpdates: ['message', 'poll'] }],
    [{ url, allowed_updates: '[]' }, { allowedUpdates: null }],
    [{ url, allowed_updates: '["nonsense"]' }, { allowedUpdates: null }],
    [{ url, allowed_updates: 'null' }, { allowedUpdates: undefined }],
    [{ url, allowed_updates: '["message"' }, { allowedUpdates: undefined }],
  ])('%j is %j', (params, expected) => {
    expect(readSetWebhook(params, strict)).toMatchObject(expected);
  });

  it('a server of one’s own takes any scheme and port; private networks if the operator allows', () => {
    const ownServerRules = { anyAddress: true, allowPrivate: false };
    expect(readSetWebhook({ url: 'http://bots.example.com:3000/' }, ownServerRules)).toMatchObject({
      url: 'http://bots.example.com:3000/',
    });
    expect(readSetWebhook({ url: 'http://127.0.0.1:3000/' }, ownServerRules)).toMatchObject({
      refused: expect.any(String),
    });
    const open = { anyAddress: true, allowPrivate: true };
    expect(readSetWebhook({ url: 'http://127.0.0.1:3000/' }, open)).toMatchObject({ url: 'http://127.0.0.1:3000/' });
  });
});
