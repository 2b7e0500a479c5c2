import { api } from '@botscope/contract';
import { expect, test } from 'vitest';
import { ApiError } from '../platform/api/api-error.ts';
import { fieldProblems, placeErrors } from './field-errors.ts';

const problems = (schema: typeof api.signup.body | typeof api.addBot.body, values: Record<string, unknown>) =>
  schema && fieldProblems(schema, values);

test.each([
  [
    { email: '', password: '' },
    { email: { code: 'RequiredFields' }, password: { code: 'RequiredFields' } },
  ],
  [{ email: '  ', password: 'long enough' }, { email: { code: 'RequiredFields' } }],
  [
    { email: 'ann', password: 'short' },
    { email: { code: 'InvalidEmail' }, password: { tooShort: 8 } },
  ],
  [{ email: 'ann@example.com', password: 'x'.repeat(129) }, { password: { tooLong: 128 } }],
  [{ email: ' Ann@Example.com ', password: 'long enough' }, {}],
])('sign-up %j', (values, expected) => {
  expect(problems(api.signup.body, values)).toEqual(expected);
});

test.each([
  ['', { bot_name: { code: 'RequiredFields' } }],
  ['shop', { bot_name: { code: 'MustEndBot' } }],
  ['my shop bot', { bot_name: { code: 'InvalidField' } }],
  ['bot', { bot_name: { tooShort: 5 } }],
  ['@my_shop_bot', {}],
])('bot name "%s"', (bot_name, expected) => {
  expect(problems(api.addBot.body, { bot_name })).toEqual(expected);
});

const createRejection = (...items: ApiError['items']) => new ApiError(items[0]?.code ?? 'UnknownError', 400, items);

test('a named field gets its error, by the last part of its path', () => {
  expect(placeErrors(createRejection({ code: 'InvalidEmail', field: 'body.email' }), ['email', 'password'])).toEqual({
    fields: { email: 'InvalidEmail' },
    form: null,
  });
});

test('a code without a field goes to its place, the others above the form', () => {
  const error = createRejection({ code: 'botExist' }, { code: 'TooManyRequests' });
  expect(placeErrors(error, ['bot_name'], { botExist: 'bot_name' })).toEqual({
    fields: { bot_name: 'botExist' },
    form: 'TooManyRequests',
  });
});

test('no answer at all stands above the form', () => {
  expect(placeErrors(new ApiError('InternetUnavailable', 0), ['email']).form).toBe('InternetUnavailable');
  expect(placeErrors(new TypeError('a bug'), ['email']).form).toBe('UnknownError');
});
