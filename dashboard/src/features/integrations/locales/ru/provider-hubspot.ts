import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-hubspot.ts';

export const texts: Translated<typeof en> = {
  name: 'HubSpot',
  about: 'Пользователи становятся контактами, в которых видны последние действия.',
  leaves:
    'Контакт для каждого пользователя: ID, язык, источник, бот, первый запуск, последнее событие и последний платёж; имя и username — только с вашего разрешения. С заметками — ещё и данные каждого события. Событие «Данные пользователя удалены» навсегда удаляет контакт.',
  steps: {
    key: 'В HubSpot откройте Development → Keys → Service keys и создайте сервисный ключ. Подойдёт и существующее Private App (Legacy apps).',
    scopes:
      'Добавьте права crm.objects.contacts.read, crm.objects.contacts.write, crm.schemas.contacts.read и crm.schemas.contacts.write.',
    copy: 'Нажмите Show и скопируйте ключ.',
  },
  fields: {
    token: { label: 'Токен доступа', hint: 'Сервисный ключ или токен Private App — он начинается с pat-.' },
    id_property: {
      label: 'Свойство с ID пользователя',
      hint: 'По нему находятся контакты. Если его нет, оно будет создано; значения существующего свойства должны быть уникальны.',
    },
    notes: { label: 'Добавлять заметку о каждом событии', hint: 'Заметки видны в истории контакта.' },
  },
  test: 'Доказывает, что токен действует, а свойства существуют. Недостающие свойства создаются, контакты — нет. Можно ли записывать контакты, станет ясно только после первого события: HubSpot сообщает права не каждого токена.',
};
