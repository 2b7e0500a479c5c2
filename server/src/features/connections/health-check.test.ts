import type { Bot, Connection, NotificationPage } from '@botscope/contract';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHealthRounds } from './health-rounds.ts';
import { dataOf, errorOf, startHook, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const services = () => world.server.services;
const post = async (path: string, body: object = {}) => world.owner.post(`/api/bots/${path}`, body);
const codes = (bot: Bot) => bot.problems.map(({ code }) => code);
const notifications = async () => dataOf<NotificationPage>(await world.owner.get('/api/notifications'));
const events = async (key: string) =>
  (await notifications()).items
    .filter((item) => item.bot_key === key)
    .map(({ code, state }) => `${code} ${state}`)
    .reverse();

async function connectAuto(name: string, extraFields: object = {}) {
  const simulated = world.telegram.addBot({ username: name });
  const body = { bot_name: name, connection_type: 'auto', token: simulated.token, ...extraFields };
  const creation = dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body));
  return { simulated, key: creation.bot.key };
}
const setByOthers = (token: string, url: string, extraParams: object = {}) =>
  callMethod({ url: world.telegram.url, token }, 'setWebhook', { url, ...extraParams });
/** Telegram takes one setWebhook a second. */
const second = () => new Promise((resolve) => setTimeout(resolve, 1_100));

describe('a connection', () => {
  it('shows and logs a changed webhook, notifies its owner, and is repaired by one click', async () => {
    const hook = await startHook();
    const { simulated, key } = await connectAuto('changed_bot');
    const ours = simulated.webhookUrl;
    expect(codes(dataOf<Bot>(await post(`${key}/check`)))).toEqual([]);
    await second();
    await setByOthers(simulated.token, hook.url, { allowed_updates: ['message'] });
    expect(dataOf<Bot>(await post(`${key}/check`)).problems).toMatchObject([
      { code: 'WebhookChanged', detail: hook.url, repairable: true },
    ]);
    // Seen again, notified once.
    await post(`${key}/check`);
    expect(await events(key)).toEqual(['WebhookChanged began']);
    await expect
      .poll(async () => JSON.stringify((await world.owner.get(`/api/bots/${key}/errors`)).body.data))
      .toContain('"reason":"WebhookChanged"');

    expect(errorOf(await post(`${key}/repair`, { problem: 'BotDown' }))).toBe('NothingToRepair');
    hook.answer = { status: 500, body: '' };
    expect(errorOf(await post(`${key}/repair`, { problem: 'WebhookChanged' }))).toBe('WebhookTestFailed webhook');
    expect(simulated.webhookUrl).toBe(hook.url);
    hook.answer = { status: 200, body: '' };
    expect(codes(dataOf<Bot>(await post(`${key}/repair`, { problem: 'WebhookChanged' })))).toEqual([]);
    expect(simulated.webhookUrl).toBe(ours);
    // The replaced webhook is where the bot listens now: updates go on to it, and it is restored one day.
    expect(dataOf<Connection>(await world.owner.get(`/api/bots/${key}/connection`))).toMatchObject({
      webhook: hook.url,
      former_webhook: hook.url,
      allowed_updates: ['message'],
    });
    expect(await events(key)).toEqual(['WebhookChanged began', 'WebhookChanged ended']);
    hook.close();
  });

  it('is repaired only by a new token after its token was revoked', async () => {
    const { simulated, key } = await connectAuto('dead_token_bot', { delivery_method: 'getUpdates' });
    simulated.revokeToken();
    expect(dataOf<Bot>(await post(`${key}/check`)).problems).toMatchObject([
      { code: 'TokenRevoked', repairable: false },
    ]);
    expect(errorOf(await post(`${key}/repair`, { problem: 'TokenRevoked' }))).toBe('NeedToken');
    const token = `${simulated.id}:AA${'n'.repeat(33)}`;
    world.telegram.addBot({ username: 'dead_token_bot', token });
    expect(dataOf<Bot>(await post(`${key}/token`, { token })).problems).toEqual([]);
  });

  it('to which Telegram cannot deliver: its last error is shown, and ours is set again', async () => {
    world.hook.answer = { status: 500, body: '' };
    const { simulated, key } = await connectAuto('failing_bot');
    world.telegram.user({ first_name: 'Anna', bot: simulated }).sends('hi');
    await expect.poll(() => simulated.lastDeliveryError).toBeDefined();
    expect(dataOf<Bot>(await post(`${key}/check`)).problems).toMatchObject([
      { code: 'DeliveryError', detail: 'Wrong response from the webhook: 500 Internal Server Error', repairable: true },
    ]);
    world.hook.answer = { status: 200, body: '' };
    await second();
    expect(codes(dataOf<Bot>(await post(`${key}/repair`, { problem: 'DeliveryError' })))).toEqual([]);
    await expect.poll(() => simulated.pending).toBe(0);
    expect(codes(dataOf<Bot>(await post(`${key}/check`)))).toEqual([]);
  });

  it('shows a bot as down after half a minute, until nothing waits any more', async () => {
    const { key } = await connectAuto('down_bot');
    const { health } = services();
    const now = Date.now();
    health.noteBotState(key, { queued: 1, downSince: now - 10_000 });
    await health.sweepStates();
    expect(codes(dataOf<Bot>(await world.owner.get(`/api/bots/${key}`)))).toEqual([]);
    health.noteBotState(key, { queued: 5, downSince: now - 31_000 });
    await health.sweepStates();
    expect(codes(dataOf<Bot>(await world.owner.get(`/api/bots/${key}`)))).toEqual(['BotDown']);
    const retriedBots: string[] = [];
    services().waitingUpdates.setCount(key, 5);
    services().waitingUpdates.onRetry((bot) => retriedBots.push(bot));
    await post(`${key}/repair`, { problem: 'BotDown' });
    expect(retriedBots).toEqual([key]);
    expect(dataOf<Connection>(await world.owner.get(`/api/bots/${key}/connection`)).queued).toBe(5);
    health.noteBotState(key, { queued: 0, downSince: null });
    await health.sweepStates();
    expect(await events(key)).toEqual(['BotDown began', 'BotDown ended']);
  });

  it('tries waiting updates at once when its webhook is changed, and does not while it polls', async () => {
    const { key } = await connectAuto('moving_bot', { webhook: world.hook.url });
    const retriedBots: string[] = [];
    services().waitingUpdates.setCount(key, 2);
    services().waitingUpdates.onRetry((bot) => retriedBots.push(bot));
    const change = (body: object) => post(`${key}/connection`, { connection_type: 'auto', ...body });
    expect(errorOf(await change({ webhook: '' }))).toBe('200');
    expect(retriedBots).toEqual([key]);
    expect(errorOf(await change({ delivery_method: 'getUpdates' }))).toBe('200');
    expect(retriedBots).toEqual([key]);
  });

  it('shows a gap in its figures until its owner has read it', async () => {
    const { key } = await connectAuto('gap_bot', { delivery_method: 'getUpdates' });
    for (let times = 0; times < 5; times++) services().health.noteProblem(key, 'Gap', '12 updates');
    await expect.poll(async () => codes(dataOf<Bot>(await world.owner.get(`/api/bots/${key}`)))).toEqual(['Gap']);
    expect(codes(dataOf<Bot>(await post(`${key}/repair`, { problem: 'Gap' })))).toEqual([]);
    expect(await events(key)).toEqual(['Gap began', 'Gap ended']);
  });

  it('is looked at in rounds, each bot by one process and not again before its time', async () => {
    const { simulated, key } = await connectAuto('rounds_bot');
    const { bots, logger } = world.server.services;
    const looks = () => simulated.calls.filter(({ method }) => method === 'getWebhookInfo').length;
    const before = looks();
    const deps = { health: services().health, bots, logger, beatMs: 20 };
    const processes = [startHealthRounds(deps), startHealthRounds(deps)];
    await expect.poll(looks).toBe(before + 1);
    // Several beats later there is still one look.
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const rounds of processes) await rounds.close();
    expect(looks()).toBe(before + 1);
    expect((await bots.byKey(key))?.checked_at).not.toBeNull();
  });
});

describe('the notifications', () => {
  it('count what is unread and arrive live', async () => {
    const { key } = await connectAuto('notified_bot', { delivery_method: 'getUpdates' });
    const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const aborter = new AbortController();
    const stream = await fetch(`${world.server.url}/api/notifications/live`, {
      headers: { cookie },
      signal: aborter.signal,
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async (text: string) => {
      while (!heard.includes(text)) heard += (await reader.read()).value ?? '';
    };
    await hear('event: notifications');
    services().health.noteProblem(key, 'SecondPoller', 'Conflict: terminated by other getUpdates request');
    await hear('"code":"SecondPoller"');
    aborter.abort();

    const { unread, items } = await notifications();
    expect(items[0]).toMatchObject({
      code: 'SecondPoller',
      state: 'began',
      bot_key: key,
      bot_name: 'notified_bot',
      read: false,
    });
    expect(unread).toBeGreaterThan(0);
    const rest = dataOf<NotificationPage>(
      await world.owner.post('/api/notifications/read', { up_to: items[1]?.id ?? 0 }),
    );
    expect(rest.unread).toBe(1);
    const all = dataOf<NotificationPage>(await world.owner.post('/api/notifications/read', { up_to: items[0]!.id }));
    expect([all.unread, all.items[0]?.read]).toEqual([0, true]);
    expect(dataOf<NotificationPage>(await world.stranger.get('/api/notifications'))).toEqual({
      unread: 0,
      items: [],
      more: false,
    });
    expect(errorOf(await world.server.visitor().get('/api/notifications'))).toBe('NotSignedIn');
    expect((await world.server.visitor().get('/api/notifications/live')).status).toBe(401);
  });
});
