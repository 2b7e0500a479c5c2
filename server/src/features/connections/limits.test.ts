import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../platform/attempts.ts';
import { errorOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Requests to be answered before the account has had enough. */
async function admitted(path: string, body: object): Promise<number> {
  for (let count = 0; ; count += 1) {
    const answer = await world.owner.post(`/api/bots${path}`, body);
    if (errorOf(answer) === 'TooManyRequests') return count;
    if (count > 100) throw new Error('There is no limit');
  }
}

describe('calls that make us send requests on a user’s behalf', () => {
  it('are limited for each account', async () => {
    const token = `12345:${'A'.repeat(35)}`;
    const webhook = world.hook.url;
    expect(await admitted('/check-token', { token })).toBe(limits['check-token:account'].max);
    expect(await admitted('/test-webhook', { webhook })).toBe(limits['test-webhook:account'].max);
    expect(world.hook.requests).toHaveLength(limits['test-webhook:account'].max);
    const auto = { bot_name: 'limits_bot', connection_type: 'auto', token };
    expect(await admitted('', auto)).toBe(limits['connect:account'].max);
    // Copies make us ask nobody.
    const response = await world.owner.post('/api/bots', { bot_name: 'limits_bot' });
    const { key } = (response.body.data as unknown as { bot: { key: string } }).bot;
    expect(errorOf(await world.owner.post(`/api/bots/${key}/token`, { token }))).toBe('TooManyRequests');
    expect(errorOf(await world.owner.post(`/api/bots/${key}/connection`, { ...auto }))).toBe('TooManyRequests');
    expect(await admitted(`/${key}/check`, {})).toBe(limits['check-bot:account'].max);
    expect(errorOf(await world.owner.post(`/api/bots/${key}/repair`, { problem: 'Gap' }))).toBe('TooManyRequests');
    expect(errorOf(await world.stranger.post('/api/bots/check-token', { token }))).toBe('WrongToken token');
  });
});
