import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { telegramLogin as en } from '../en/telegram-login.ts';

export const telegramLogin: Translated<typeof en> = {
  in: 'Войти через Telegram',
  up: 'Регистрация через Telegram',
  noButton: 'Кнопка Telegram не загрузилась. Проверьте соединение и обновите страницу',
  page: {
    title: 'Вход через Telegram',
    linkTitle: 'Привязка Telegram',
    waiting: 'Секунду: проверяем ответ Telegram.',
    failed: 'Не получилось.',
    toProfile: 'Вернуться в профиль',
  },
  section: {
    title: 'Вход через Telegram',
    none: 'Привяжите Telegram, чтобы входить через него без пароля.',
    linkedAs: 'Привязан',
    id: 'ID в Telegram',
    link: 'Привязать Telegram',
    linkText: 'Telegram спросит, можно ли сообщить нам, кто вы.',
    press: 'Осталось нажать кнопку Telegram:',
    linked: 'Telegram привязан',
    unlink: 'Отвязать',
    unlinkTitle: 'Отвязать Telegram?',
    unlinkText: 'Войти через него больше не получится, и сообщения туда приходить перестанут.',
    unlinked: 'Telegram отвязан',
    onlyWay:
      'Telegram — единственный вход в этот аккаунт. Чтобы отвязать его, сначала задайте почту и пароль или добавьте ключ доступа.',
  },
  errors: {
    wrong: 'Telegram не подтвердил, что это вы, или прошло слишком много времени. Попробуйте ещё раз.',
    elsewhere: 'Этот вход начат не в этой вкладке или уже завершён. Начните заново.',
    declined: 'Вы не разрешили Telegram сообщить нам, кто вы. Ничего не изменилось.',
    unknown:
      'Аккаунта с этим Telegram ещё нет. Создайте его сейчас или войдите другим способом и привяжите Telegram в профиле.',
    exists: 'Аккаунт с этим Telegram уже есть. Войдите через него.',
    taken: 'Этот Telegram привязан здесь к другому аккаунту. Сначала отвяжите его там или привяжите другой Telegram.',
    same: 'Этот Telegram уже привязан к вашему аккаунту.',
    other: 'К вашему аккаунту привязан другой Telegram. Сначала отвяжите его.',
  },
};
