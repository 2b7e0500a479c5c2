import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-slack.ts';

export const texts: Translated<typeof en> = {
  name: 'Slack',
  about: 'Сообщения о событиях в канале Slack.',
  leaves:
    'Понятное описание каждого выбранного события, до 20 в одном сообщении, — в канал вебхука. Имена и тексты — только с вашего разрешения.',
  steps: {
    app: 'На api.slack.com/apps выберите Create New App → From scratch.',
    hooks: 'Откройте Incoming Webhooks и включите Activate Incoming Webhooks.',
    channel: 'Нажмите Add New Webhook, выберите канал и подтвердите.',
    url: 'Скопируйте Webhook URL.',
  },
  fields: {
    url: {
      label: 'Адрес вебхука',
      hint: 'Начинается с https://hooks.slack.com/services/. Адреса из Workflow Builder не подходят.',
    },
    language: { label: 'Язык', hint: 'Язык сообщений.', options: { en: 'Английский', ru: 'Русский' } },
  },
  test: 'Отправляется сообщение. Успех доказывает, что Slack опубликовал его в канале.',
};
