import type { campaignDemo as english } from '../en/campaign-demo.ts';

export const campaignDemo: typeof english = {
  note: 'Из демо ничего не уходит: пользователи выдуманы, отвечают за минуты, а написанное видите только вы.',
  limits: 'В течение дня хранится до 5 ваших рассылок. Каждая уходит не больше чем 500 пользователям, файл — до 2 МБ.',
  example: 'Пример',
  test: 'Выдуманному пользователю',
};
