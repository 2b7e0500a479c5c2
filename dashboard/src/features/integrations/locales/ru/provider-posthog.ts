import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-posthog.ts';

export const texts: Translated<typeof en> = {
  name: 'PostHog',
  about: 'Анализ событий бота в PostHog Cloud или в вашей установке.',
  leaves:
    'Каждое выбранное событие: время, бот, данные и параметры ссылок; ID, язык, Premium, первый запуск и источник пользователя. Имена и тексты — только с вашего разрешения.',
  steps: {
    key: 'В PostHog откройте Settings → Project → General и скопируйте Project API key.',
    host: 'Для PostHog Cloud укажите https://us.i.posthog.com или https://eu.i.posthog.com, для своей установки — её адрес.',
  },
  fields: {
    host: { label: 'Адрес', hint: 'Адрес вашего региона PostHog Cloud или своей установки. Нужен https.' },
    api_key: { label: 'Project API key', hint: 'Начинается с phc_. Личные ключи (phx_) не подходят.' },
  },
  test: 'Доказывает, что PostHog знает этот ключ. Событие не отправляется.',
};
