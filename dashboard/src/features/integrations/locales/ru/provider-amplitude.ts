import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-amplitude.ts';

export const texts: Translated<typeof en> = {
  name: 'Amplitude',
  about: 'Анализ событий бота в Amplitude.',
  leaves:
    'Каждое выбранное событие: время, бот, данные и параметры ссылок; ID, язык, Premium, первый запуск и источник пользователя. Имена и тексты — только с вашего разрешения.',
  steps: {
    project: 'В Amplitude откройте Organization settings → Projects и выберите проект.',
    key: 'Скопируйте API Key, а не Secret Key.',
  },
  fields: {
    region: {
      label: 'Регион',
      hint: 'Где Amplitude хранит ваши данные.',
      options: { us: 'США', eu: 'Европейский союз' },
    },
    api_key: { label: 'API Key', hint: '32 символа: цифры и буквы от a до f.' },
    revenue_currency: {
      label: 'Валюта дохода',
      hint: 'Три буквы. Доходом считаются только платежи в ней: Amplitude не пересчитывает валюты.',
    },
  },
  test: 'Отправляется одно вымышленное событие первого выбранного вида; оно остаётся в проекте. Успех доказывает, что Amplitude приняла его.',
};
