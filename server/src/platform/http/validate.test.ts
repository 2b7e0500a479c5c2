import { api } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { parsePart, type ValidationError } from './validate.ts';

function problems(schema: Parameters<typeof parsePart>[0], input: unknown): unknown {
  try {
    parsePart(schema, input);
  } catch (error) {
    return (error as ValidationError).items.map(({ code, field }) => `${field}: ${code}`);
  }
  return [];
}

describe('validation', () => {
  it.each([
    ['nothing at all', {}, ['email: RequiredFields', 'password: RequiredFields']],
    ['no email address', { email: 'anna', password: 'long enough' }, ['email: InvalidEmail']],
    ['a short password', { email: 'anna@example.com', password: 'short' }, ['password: InvalidPassword']],
    [
      'a language we do not speak',
      { email: 'a@example.com', password: 'long enough', lang: 'xx' },
      ['lang: InvalidField'],
    ],
    ['all well', { email: ' Anna@Example.com ', password: 'long enough' }, []],
  ])('checks the sign-up form: %s', (_name, input, expected) => {
    expect(problems(api.signup.body, input)).toEqual(expected);
  });

  it.each([
    ['shop', ['bot_name: MustEndBot']],
    ['shop-bot', ['bot_name: InvalidField']],
    ['', ['bot_name: RequiredFields']],
    ['@shop_bot', []],
    ['ShopBOT', []],
  ])('checks the bot name %j', (name, expected) => {
    expect(problems(api.addBot.body, { bot_name: name })).toEqual(expected);
  });

  it('rejects a body that is no object', () => {
    expect(problems(api.login.body, 'text')).toEqual(['undefined: BadRequest']);
  });

  it('changes what the schema says it changes', () => {
    expect(parsePart(api.addBot.body, { bot_name: ' @Shop_bot ' })).toEqual({
      bot_name: 'Shop_bot',
      connection_type: 'api',
    });
  });

  it('takes no zero characters, which the store would refuse', () => {
    expect(() => parsePart(api.startUpload.body, { content: 'users', mapping: { user_id: 'a\0' } })).toThrow(
      'mapping: InvalidField',
    );
    expect(() => parsePart(api.startUpload.body, { content: 'users', mapping: { '\0': 'a' } })).toThrow('mapping');
  });
});
