import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-ga4.ts';

export const texts: Translated<typeof en> = {
  name: 'Google Analytics 4',
  about: 'Запуски, платежи и конверсии бота рядом с данными сайта.',
  leaves:
    'Имя и время события, бот, что произошло, сумма, валюта и ID платежа; ID, язык, Premium и источник пользователя, а если известен — client ID посетителя сайта. Параметры запуска и данные кнопок — только если разрешены тексты. Имена пользователей не отправляются никогда.',
  steps: {
    stream: 'В Google Analytics откройте Admin → Data streams, выберите веб-поток и скопируйте Measurement ID.',
    secret:
      'В том же потоке откройте Measurement Protocol API secrets, примите условия, нажмите Create и скопируйте Secret value.',
    names:
      'Если меняете имена событий, используйте до 40 латинских букв, цифр и подчёркиваний. События с зарезервированными в GA4 именами не отправляются.',
  },
  fields: {
    measurement_id: { label: 'Measurement ID', hint: 'Начинается с G-.' },
    api_secret: { label: 'API secret', hint: 'Secret value для Measurement Protocol из того же потока.' },
    region: {
      label: 'Регион',
      hint: 'Где Google принимает события.',
      options: { global: 'Весь мир', eu: 'Европейский союз' },
    },
    star_value: {
      label: 'Стоимость одной звезды',
      hint: 'GA4 не принимает Telegram Stars. 0 — платежи в звёздах отправляются без суммы, число звёзд — в параметре «stars».',
    },
    star_currency: { label: 'Валюта этой стоимости', hint: 'Три буквы, например USD.' },
  },
  test: 'Доказывает, что формат верен. Ни секрет, ни Measurement ID Google не проверяет: найдите событие botscope_test в DebugView.',
};
