import { languages } from '@botscope/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { loadTexts } from '../../../platform/i18n/load-texts.fixture.ts';
import { type LoginFailure, loginFailureText } from './failure-text.ts';

beforeAll(async () => {
  for (const language of languages)
    i18n.addResourceBundle(language, 'translation', await loadTexts(language, ['TelegramLogin']));
});

describe.each(languages)('why a sign-in with Telegram failed, in %s', (language) => {
  beforeAll(() => i18n.changeLanguage(language));

  it.each(['WrongTelegram', 'TidExist', 'TidExistSelf', 'WrongChangeTid', 'userNotFound'] as const)(
    '%s does not speak of bots and their tokens',
    (code) => {
      const text = loginFailureText(code, 'link');
      expect(text).not.toBe(failureText(code));
      expect(text).toContain('Telegram');
      expect(text).not.toMatch(/token|токен|bot\b|бот/i);
    },
  );

  it('says of a Telegram that has an account what helps at this place', () => {
    expect(loginFailureText('TidExist', 'up')).not.toBe(loginFailureText('TidExist', 'link'));
  });

  it('leaves what means the same everywhere to the common words', () => {
    for (const code of ['TooManyRequests', 'TelegramUnavailable', 'InternetUnavailable'] satisfies LoginFailure[]) {
      expect(loginFailureText(code, 'in')).toBe(failureText(code));
    }
  });
});
