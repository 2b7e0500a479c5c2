import { expect, test } from 'vitest';
import type { FailureCode } from '../api/api-error.ts';
import { type Reaction, reactionTo } from './reaction.ts';

const cases: [code: FailureCode, status: number, reaction: Reaction, shared?: boolean][] = [
  ['AccessDenied', 403, 'home'],
  ['need_activate', 403, null],
  ['NotAllowOnTariff', 403, 'tariff'],
  ['CsrfFailed', 403, 'refresh-token'],
  ['NotSignedIn', 401, 'sign-in'],
  ['IncorrectUserPass', 400, null],
  ['NotFound', 404, null],
  ['NotFound', 404, 'recheck', true],
  ['AccessDenied', 403, 'home', true],
  ['StoreUnavailable', 503, null],
  ['InternetUnavailable', 0, null],
];

test.each(cases)('%s (%i): %s', (code, status, reaction, hasSharedBots = false) => {
  expect(reactionTo({ code, status }, hasSharedBots)).toBe(reaction);
});
