import type { Language, NotificationCode, NotificationContent, ProblemCode } from '@botscope/contract';

interface Words {
  connection: Record<ProblemCode, { began: string; ended: string }>;
  access: Record<NotificationCode<'access'>, string>;
  account: Record<NotificationCode<'account'>, string>;
  campaign: Record<NotificationCode<'campaign'>, string>;
  integration: Record<NotificationCode<'integration'>, string>;
  news: Record<NotificationCode<'news'>, string>;
  /** Label of the detail of a notification of this kind. */
  detail: Record<NotificationContent['kind'], string>;
  bot: string;
  time: string;
  open: string;
  careful: string;
  switches: string;
  invitation: {
    subject: (bot: string) => string;
    lead: (who: string, bot: string) => string;
    button: string;
    foot: string;
  };
}

const en: Words = {
  connection: {
    WebhookChanged: { began: 'The webhook was changed at Telegram', ended: 'The webhook is restored' },
    TokenRevoked: { began: 'Telegram rejects the token', ended: 'The token works again' },
    SecondPoller: { began: 'Another process is polling with this token', ended: 'No other process is polling' },
    PendingGrowing: { began: 'Updates are piling up at Telegram', ended: 'Updates are delivered on time again' },
    DeliveryError: { began: 'Telegram cannot deliver updates', ended: 'Telegram delivers updates again' },
    BotDown: { began: 'The bot is not accepting updates; they are queued', ended: 'The bot accepts updates again' },
    Gap: { began: 'Some traffic could not be recorded', ended: 'Traffic is recorded again' },
  },
  access: {
    invited: 'You have been invited to this bot',
    granted: 'You have been given access to this bot',
    changed: 'Your access to this bot has changed',
    revoked: 'Your access to this bot has ended',
    owned: 'You are now the owner of this bot',
    joined: 'Your invitation was accepted',
    left: 'Someone left this bot',
    displaced:
      'Another account has shown the token of this bot and now has its name. Your entry keeps its data under a new name',
  },
  account: {
    new_device: 'New sign-in to your account from an unknown device',
    password_changed: 'The password of your account was changed',
    password_reset: 'Your password was reset with an emailed code',
    email_changed: 'Your account email was changed',
    totp_on: 'Two-step sign-in was turned on',
    totp_off: 'Two-step sign-in was turned off',
    recovery_code_used: 'A recovery code was used to sign in',
    passkey_added: 'A passkey was added to your account',
    passkey_removed: 'A passkey was removed from your account',
    telegram_linked: 'Telegram was linked to your account',
    telegram_unlinked: 'Telegram was unlinked from your account',
    signed_out_everywhere: 'All other devices were signed out',
  },
  campaign: {
    finished: 'A campaign was sent',
    failed: 'A campaign stopped: Telegram rejects it',
    missed: 'A planned campaign was not sent: the server was down at its time',
    outage: 'Telegram is not answering the bot: campaigns wait and resume automatically',
    paused: 'An automation was paused: a target or segment that it needs no longer exists',
  },
  integration: {
    failing: 'An integration has not delivered anything for hours',
    stopped: 'An integration was stopped: it needs you',
  },
  news: { post: 'New in Botscope' },
  detail: {
    ...{ connection: 'Details', access: 'Who', account: 'Location', campaign: 'Campaign' },
    ...{ integration: 'Integration', news: 'Post' },
  },
  bot: 'Bot',
  time: 'When',
  open: 'Open Botscope',
  careful: 'If this was not you, change your password in your profile and sign out everywhere.',
  switches: 'Choose which emails you receive in your profile, under Notifications.',
  invitation: {
    subject: (bot) => `${bot}: invitation to Botscope`,
    lead: (inviter, bot) => `${inviter} invited you to ${bot} in Botscope.`,
    button: 'Accept the invitation',
    foot: 'This link is only for you. If you do not know the sender, ignore this email.',
  },
};

const ru: Words = {
  connection: {
    WebhookChanged: { began: 'Кто-то сменил вебхук в Telegram', ended: 'Вебхук снова верный' },
    TokenRevoked: { began: 'Telegram больше не принимает токен', ended: 'Токен снова работает' },
    SecondPoller: {
      began: 'С тем же токеном обновления забирает кто-то ещё',
      ended: 'Больше никто другой обновления не забирает',
    },
    PendingGrowing: { began: 'Обновления копятся в Telegram', ended: 'Обновления в Telegram больше не копятся' },
    DeliveryError: {
      began: 'Telegram не может доставить нам обновления',
      ended: 'Telegram снова доставляет обновления',
    },
    BotDown: { began: 'Бот не принимает обновления, мы их храним', ended: 'Бот снова принимает обновления' },
    Gap: { began: 'Часть данных не удалось записать', ended: 'Данные снова записываются' },
  },
  access: {
    invited: 'Вас приглашают в этот бот',
    granted: 'Вам открыли доступ к этому боту',
    changed: 'Ваш доступ к этому боту изменился',
    revoked: 'Ваш доступ к этому боту закрыт',
    owned: 'Теперь этот бот принадлежит вам',
    joined: 'Ваше приглашение приняли',
    left: 'Участник отказался от доступа к этому боту',
    displaced:
      'Другой аккаунт подтвердил этот бот токеном, и имя теперь у него. Ваша запись сохранила данные под новым именем',
  },
  account: {
    new_device: 'В ваш аккаунт вошли с нового устройства',
    password_changed: 'Пароль вашего аккаунта изменён',
    password_reset: 'Задан новый пароль по коду из письма',
    email_changed: 'Адрес почты вашего аккаунта изменён',
    totp_on: 'Двухэтапный вход включён',
    totp_off: 'Двухэтапный вход выключен',
    recovery_code_used: 'В аккаунт вошли по коду восстановления',
    passkey_added: 'К вашему аккаунту добавлен ключ доступа',
    passkey_removed: 'Ключ доступа удалён из вашего аккаунта',
    telegram_linked: 'К вашему аккаунту привязан Telegram',
    telegram_unlinked: 'Telegram отвязан от вашего аккаунта',
    signed_out_everywhere: 'Выполнен выход на всех остальных устройствах',
  },
  campaign: {
    finished: 'Рассылка отправлена',
    failed: 'Рассылка остановилась: Telegram её отклоняет',
    missed: 'Запланированная рассылка не отправлена: в её время сервер не работал',
    outage: 'Telegram не отвечает боту: рассылки ждут и продолжатся сами',
    paused: 'Автоматизация остановлена: цели или сегмента, которые ей нужны, больше нет',
  },
  integration: {
    failing: 'Интеграция уже несколько часов ничего не доставляет',
    stopped: 'Интеграция остановлена: нужны вы',
  },
  news: { post: 'В Botscope появилось новое' },
  detail: {
    ...{ connection: 'Подробности', access: 'Кто', account: 'Откуда', campaign: 'Рассылка' },
    ...{ integration: 'Интеграция', news: 'Что' },
  },
  bot: 'Бот',
  time: 'Когда',
  open: 'Открыть Botscope',
  careful: 'Если это были не вы, задайте новый пароль в профиле и выйдите на всех устройствах.',
  switches: 'Какие сообщения приходят на почту, можно выбрать в профиле, в разделе «Уведомления».',
  invitation: {
    subject: (bot) => `${bot}: приглашение в Botscope`,
    lead: (inviter, bot) => `${inviter} приглашает вас смотреть бота ${bot} в Botscope.`,
    button: 'Принять приглашение',
    foot: 'Ссылка предназначена только для вас. Если вы не знаете этого человека, просто не обращайте внимания на письмо.',
  },
};

/** Texts of notifications outside the dashboard, which has its own. */
export const notificationTexts: Record<Language, Words> = { en, ru };

/** The sentence of a notification. */
export function formatSentence(language: Language, notification: NotificationContent): string {
  const words = notificationTexts[language];
  if (notification.kind === 'connection') return words.connection[notification.code][notification.state];
  if (notification.kind === 'access') return words.access[notification.code];
  if (notification.kind === 'campaign') return words.campaign[notification.code];
  if (notification.kind === 'integration') return words.integration[notification.code];
  return notification.kind === 'account' ? words.account[notification.code] : words.news[notification.code];
}
