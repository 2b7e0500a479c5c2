import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, startWorld, type World } from './test-world.ts';

describe('webhook addresses on the open internet', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ ALLOW_PRIVATE_WEBHOOKS: '0', TELEGRAM_API_ROOT: 'https://api.telegram.org' });
  });
  afterAll(() => world.close());

  it.each([
    ['WebhookHttp webhook', 'http://bots.example.com/hook'],
    ['WebhookWrong webhook', 'https://127.0.0.1/hook'],
    ['WebhookWrong webhook', 'https://2130706433/hook'],
    ['WebhookWrong webhook', 'https://[::ffff:10.0.0.1]/hook'],
    ['WebhookWrong webhook', 'https://169.254.169.254/latest/meta-data'],
    ['WebhookWrong webhook', 'https://localhost/hook'],
    ['WebhookWrong webhook', 'https://localhost./hook'],
    ['WebhookWrong webhook', 'https://bots.LOCALHOST/hook'],
  ])('%s: %s', async (code, webhook) => {
    const body = { bot_name: 'strict_bot', connection_type: 'manual', webhook, riskOk: true };
    expect(errorOf(await world.owner.post('/api/bots', body))).toBe(code);
  });
});
