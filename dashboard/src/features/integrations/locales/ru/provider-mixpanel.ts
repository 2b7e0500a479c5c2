import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-mixpanel.ts';

export const texts: Translated<typeof en> = {
  name: 'Mixpanel',
  about: 'Анализ событий бота в Mixpanel.',
  leaves:
    'Каждое выбранное событие: время, бот, данные и параметры ссылок; ID, язык, Premium, первый запуск и источник пользователя. Имена и тексты — только с вашего разрешения.',
  steps: {
    account:
      'В Mixpanel откройте Organization Settings → Service Accounts и добавьте аккаунт с ролью Admin или Owner в проекте.',
    secret: 'Скопируйте его имя (username) и секрет. Секрет показывается один раз.',
    project: 'Скопируйте Project ID из Project Settings → Overview.',
  },
  fields: {
    region: {
      label: 'Регион',
      hint: 'Где хранятся данные проекта.',
      options: { us: 'США', eu: 'Европейский союз', in: 'Индия' },
    },
    project_id: { label: 'Project ID', hint: 'Только цифры.' },
    username: { label: 'Имя сервисного аккаунта', hint: 'Заканчивается на .mp-service-account.' },
    secret: {
      label: 'Секрет сервисного аккаунта',
      hint: 'Mixpanel показывает его один раз. Если он потерян, добавьте новый аккаунт.',
    },
  },
  test: 'Отправляется одно вымышленное событие первого выбранного вида; оно остаётся в проекте. Успех доказывает, что Mixpanel принял его.',
};
