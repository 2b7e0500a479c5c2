import type { Translated } from '../../i18n/translated.ts';
import type { inbox as en } from '../en/inbox.ts';

export const inbox: Translated<typeof en> = {
  title: 'Уведомления',
  empty: 'Всё спокойно. Если подключение бота нарушится, вы узнаете об этом здесь, и о починке тоже.',
  failed: 'Не удалось загрузить уведомления.',
  fresh: 'Новое',
  began: {
    WebhookChanged: 'Кто-то сменил вебхук в Telegram',
    TokenRevoked: 'Telegram больше не принимает токен',
    SecondPoller: 'С тем же токеном обновления забирает кто-то ещё',
    PendingGrowing: 'Обновления копятся в Telegram',
    DeliveryError: 'Telegram не может доставить нам обновления',
    BotDown: 'Бот не принимает обновления, мы их храним',
    Gap: 'Часть данных не удалось записать',
    other: 'С подключением что-то не так',
  },
  ended: {
    WebhookChanged: 'Вебхук снова верный',
    TokenRevoked: 'Токен снова работает',
    SecondPoller: 'Больше никто другой обновления не забирает',
    PendingGrowing: 'Обновления в Telegram больше не копятся',
    DeliveryError: 'Telegram снова доставляет обновления',
    BotDown: 'Бот снова принимает обновления',
    Gap: 'Данные снова записываются',
    other: 'С подключением снова всё в порядке',
  },
};
