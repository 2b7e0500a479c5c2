import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../telegram/sending/classify-outcome.ts';
import { judgeOutcome, reasonOfProblem } from './judge-outcome.ts';

const buildRefused = (reason: Extract<Outcome, { is: 'refused' }>['reason'], description = 'words'): Outcome => ({
  is: 'refused',
  reason,
  description,
});

describe('the meaning of an answer for the recipient', () => {
  it.each<[string, Outcome, { isPersonal?: boolean; attempts?: number; waitMs?: number }, string]>([
    ['delivered', { is: 'delivered', messageId: 7 }, {}, 'Done, fault null'],
    ['delivered, cut off', { is: 'delivered', messageId: null }, {}, 'Done, fault null'],
    ['no connection', { is: 'unsent', description: 'ECONNREFUSED' }, {}, 'ForSend, fault null'],
    [
      'limit of the bot',
      { is: 'limited', retryAfterMs: 9, description: '' },
      {},
      'ForSend too_many_requests, fault null',
    ],
    [
      'limit of the user',
      { is: 'limited', retryAfterMs: 9, description: '' },
      { waitMs: 9 },
      'ForSend too_many_requests, fault null',
    ],
    [
      'too many limits of the user',
      { is: 'limited', retryAfterMs: 9, description: '' },
      { waitMs: 9, attempts: 12 },
      'Error flooded, fault recipient',
    ],
    ['no answer', { is: 'unknown', reason: 'no_answer', description: '' }, {}, 'Error no_answer, fault null'],
    ['a gateway', { is: 'unknown', reason: 'server_error', description: '' }, {}, 'Error server_error, fault null'],
    ['blocked', buildRefused('blocked'), {}, 'Error blocked, fault recipient'],
    ['deactivated', buildRefused('deactivated'), {}, 'Error deactivated, fault recipient'],
    ['privacy', buildRefused('privacy'), {}, 'Error privacy, fault recipient'],
    ['markup, the same for all', buildRefused('wrong_markup'), {}, 'ForSend, fault message'],
    ['markup with variables', buildRefused('wrong_markup'), { isPersonal: true }, 'Error wrong_markup, fault message'],
    ['length, the same for all', buildRefused('too_long'), {}, 'ForSend, fault message'],
    ['something new', buildRefused('refused'), {}, 'Error refused, fault message'],
    ['the token', buildRefused('token_invalid'), {}, 'ForSend, fault bot'],
    [
      'the file’s id',
      buildRefused('file_refused', 'Bad Request: wrong file identifier/HTTP URL'),
      {},
      'ForSend, fault file',
    ],
    ['the file', buildRefused('file_refused', 'Bad Request: PHOTO_INVALID_DIMENSIONS'), {}, 'ForSend, fault message'],
  ])('%s', (_, outcome, { isPersonal = false, attempts = 1, waitMs = 0 }, expected) => {
    const { settlement, fault } = judgeOutcome(outcome, { isPersonal, attempts, waitMs });
    expect(`${[settlement.status, settlement.reason].filter(Boolean).join(' ')}, fault ${fault}`).toBe(expected);
  });

  it.each([
    ['MessageTooLong', 'too_long'],
    ['InvalidButton', 'wrong_buttons'],
    ['KeyboardTooLarge', 'wrong_buttons'],
    ['EmptyMessage', 'wrong_markup'],
  ] as const)('%s is %s', (code, reason) => {
    expect(reasonOfProblem({ code, path: [] })).toBe(reason);
  });
});
