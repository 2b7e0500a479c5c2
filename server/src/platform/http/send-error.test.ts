import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createApp } from './app.ts';

describe('errors at the edge', () => {
  it.each([
    ['a fault of ours reveals nothing of itself', () => new Error('password=hunter2'), 500, 'UnknownError', undefined],
    [
      'a problem with a name keeps it',
      () => new AppError('WebhookSelf', { field: 'webhook' }),
      400,
      'WebhookSelf',
      undefined,
    ],
    ['a store that is away may be tried again', () => new AppError('StoreUnavailable'), 503, 'StoreUnavailable', '5'],
    [
      'too many tries: the answer says when to come back',
      () => new AppError('TooManyRequests', { retryAfterS: 900 }),
      429,
      'TooManyRequests',
      '900',
    ],
  ])('%s', async (_, fail, status, code, retryAfter) => {
    const app = await createApp({ logger: pino({ level: 'silent' }), https: false });
    app.get('/fails', { config: { access: 'visitor' } }, async () => {
      throw fail();
    });
    const answer = await app.inject('/fails');
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { status: 'error', errors: [{ code }] }]);
    expect(answer.body).not.toContain('hunter2');
    expect(answer.headers['retry-after']).toBe(retryAfter);
    await app.close();
  });
});
