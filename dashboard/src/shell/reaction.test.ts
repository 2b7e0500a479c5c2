import { expect, test } from 'vitest';
import type { FailureCode } from '../api/api-error.ts';
import { type Reaction, reactionTo } from './reaction.ts';

const cases: [code: FailureCode, status: number, reaction: Reaction][] = [
  ['AccessDenied', 403, 'home'],
  ['need_activate', 403, null],
  ['NotAllowOnTariff', 403, 'tariff'],
  ['CsrfFailed', 403, 'refresh-token'],
  ['NotSignedIn', 401, 'sign-in'],
  ['IncorrectUserPass', 400, null],
  ['NotFound', 404, null],
  ['StoreUnavailable', 503, null],
  ['InternetUnavailable', 0, null],
];

test.each(cases)('%s (%i)', (code, status, reaction) => {
  expect(reactionTo({ code, status })).toBe(reaction);
});
