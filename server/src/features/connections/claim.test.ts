import type { Bot } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBotOfToken } from './claim.ts';
import { dataOf, startWorld, type World } from './test-world.ts';

let world: World;
let clock = Date.now();
let botOfToken: ReturnType<typeof createBotOfToken>;
beforeAll(async () => {
  world = await startWorld();
  botOfToken = createBotOfToken(world.server.services.connections.context, { monotonic: () => clock });
});
afterAll(() => world.close());

const add = async (body: Record<string, unknown>) =>
  dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body)).bot.key;
const getMes = () => world.telegram.calls.filter(({ method }) => method === 'getMe').length;

describe('a token that comes through our API root', () => {
  it('belongs to nobody if nobody connected its bot, and Telegram is not asked about it', async () => {
    const { token } = world.telegram.addBot({ username: 'unknown_bot' });
    const before = getMes();
    expect(await botOfToken(token)).toBeNull();
    expect(await botOfToken('nonsense')).toBeNull();
    expect(getMes()).toBe(before);
  });

  it('binds a bot that was connected by its name: only a hash is kept', async () => {
    const key = await add({ bot_name: 'claimed_bot', connection_type: 'manual', delivery_method: 'getUpdates' });
    const stranger = world.telegram.addBot({ username: 'stranger_bot' });
    const simulated = world.telegram.addBot({ username: 'Claimed_Bot' });
    expect(await botOfToken(stranger.token)).toBeNull();
    const before = getMes();
    expect(await botOfToken(stranger.token)).toBeNull();
    expect(getMes()).toBe(before);

    const claims = await Promise.all([botOfToken(simulated.token), botOfToken(simulated.token)]);
    expect(claims.map((bot) => bot?.key)).toEqual([key, key]);
    expect(getMes()).toBe(before + 1);
    const row = (await world.server.services.bots.byKey(key))!;
    expect(row).toMatchObject({ token_sealed: null, token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(Number(row.telegram_id)).toBe(simulated.id);
    expect(dataOf<Bot>(await world.owner.get(`/api/bots/${key}`)).has_token).toBe(false);
  });

  it('that is dead binds nothing', async () => {
    const key = await add({ bot_name: 'dead_bot', connection_type: 'manual', delivery_method: 'getUpdates' });
    const simulated = world.telegram.addBot({ username: 'dead_bot' });
    simulated.revokeToken();
    expect(await botOfToken(simulated.token)).toBeNull();
    expect((await world.server.services.bots.byKey(key))?.token_hash).toBeNull();
  });

  it('is unknown while Telegram does not answer', async () => {
    const simulated = world.telegram.addBot({ username: 'quiet_bot' });
    simulated.script({ method: 'getMe', outcome: { status: 502, html: 'Bad Gateway' } });
    await expect(botOfToken(simulated.token)).rejects.toMatchObject({ code: 'TelegramUnavailable' });
  });

  it('is followed when BotFather gives the bot another one', async () => {
    const first = world.telegram.addBot({ username: 'rotated_bot' });
    const key = await add({
      bot_name: 'rotated_bot',
      connection_type: 'auto',
      delivery_method: 'getUpdates',
      token: first.token,
    });
    const { bots, health } = world.server.services;
    expect((await botOfToken(first.token))?.key).toBe(key);
    first.revokeToken();
    await health.checkNow(key);
    const token = `${first.id}:AA${'r'.repeat(33)}`;
    // The token is not valid yet: a guess opens nothing.
    expect(await botOfToken(token)).toBeNull();
    world.telegram.addBot({ username: 'rotated_bot', token });
    expect(await botOfToken(token)).toBeNull();
    clock += 10_000;
    expect((await botOfToken(token))?.key).toBe(key);
    expect(await botOfToken(first.token)).toBeNull();
    const row = (await bots.byKey(key))!;
    expect(bots.tokenOf(row)).toBe(token);
    expect(row.problems).toEqual([]);
  });
});
