import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-discord.ts';

export const texts: Translated<typeof en> = {
  name: 'Discord',
  about: 'Сообщения о событиях в канале или ветке Discord.',
  leaves:
    'Понятное описание каждого выбранного события, до 10 в одном сообщении, — в канал вебхука. Имена и тексты — только с вашего разрешения.',
  steps: {
    webhook: 'В настройках канала откройте Integrations → Webhooks и создайте вебхук.',
    url: 'Нажмите Copy Webhook URL.',
    thread:
      'Для ветки включите Developer Mode в разделе Advanced настроек Discord, затем в меню ветки выберите Copy Thread ID.',
  },
  fields: {
    url: { label: 'Адрес вебхука', hint: 'Начинается с https://discord.com/api/webhooks/.' },
    thread: { label: 'ID ветки', hint: 'Обязателен для форумов. Пусто — сам канал.' },
    language: { label: 'Язык', hint: 'Язык сообщений.', options: { en: 'Английский', ru: 'Русский' } },
  },
  test: 'Отправляется сообщение. Успех доказывает, что Discord его опубликовал.',
};
