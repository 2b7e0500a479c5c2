import type { SentMessageAction } from '@botscope/contract';
import { expect, test } from 'vitest';
import { classifyOutcome } from '../../../telegram/sending/classify-outcome.ts';
import { judgeChange } from './judge-change.ts';

const answer = (code: number, description: string) =>
  classifyOutcome({ status: code, body: JSON.stringify({ ok: false, error_code: code, description }) });
const judge = (action: SentMessageAction, description: string, code = 400) =>
  judgeChange(answer(code, description), { action, attempts: 1, waitMs: 0 });
const buildFailure = (reason: string, isMessageFault = false) => ({ is: 'failed', reason, isMessageFault });

test.each<[SentMessageAction, string, unknown]>([
  ['edit', 'Bad Request: message is not modified: specified new message content is the same', { is: 'done' }],
  ['edit', 'Bad Request: message to edit not found', buildFailure('message_gone')],
  ['edit', "Bad Request: can't parse entities: unexpected end", buildFailure('wrong_markup', true)],
  ['edit', 'Bad Request: message is too long', buildFailure('too_long', true)],
  ['delete', 'Bad Request: message to delete not found', { is: 'done' }],
  ['delete', "Bad Request: message can't be deleted for everyone", buildFailure('too_old')],
  ['pin', 'Bad Request: message to pin not found', buildFailure('message_gone')],
  ['pin', 'Bad Request: not enough rights to manage pinned messages in the chat', buildFailure('privacy')],
  ['unpin', 'Bad Request: message to unpin not found', { is: 'done' }],
])('%s: %s', (action, description, judgement) => {
  expect(judge(action, description)).toEqual(judgement);
});

test('a user who blocked the bot is a failure, and a revoked token is the fault of the bot', () => {
  expect(judge('edit', 'Forbidden: bot was blocked by the user', 403)).toEqual(buildFailure('blocked'));
  expect(judge('edit', 'Unauthorized', 401)).toEqual({ is: 'bot fault' });
});

test('a change with an unknown outcome is tried four times, then it is a failure', () => {
  const unknownOutcome = classifyOutcome({ error: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
  const attempt = (attempts: number) => judgeChange(unknownOutcome, { action: 'delete', attempts, waitMs: 0 });
  expect([1, 2, 3, 4].map(attempt)).toEqual([
    ...[3_000, 6_000, 9_000].map((waitMs) => ({ is: 'again', waitMs })),
    buildFailure('no_answer'),
  ]);
});

test('a limit delays the chat, unless it is longer than ten minutes', () => {
  const limited = classifyOutcome({
    status: 429,
    body: JSON.stringify({
      ok: false,
      error_code: 429,
      description: 'Too Many Requests',
      parameters: { retry_after: 5 },
    }),
  });
  const wait = (waitMs: number) => judgeChange(limited, { action: 'pin', attempts: 1, waitMs });
  expect([wait(0), wait(5_000), wait(700_000)]).toEqual([
    { is: 'again', waitMs: 0 },
    { is: 'again', waitMs: 5_000 },
    buildFailure('flooded'),
  ]);
});
