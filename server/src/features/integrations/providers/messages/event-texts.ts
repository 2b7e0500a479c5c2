import type { IntegrationEventType, Language, ProblemCode } from '@botscope/contract';

/** Words of messages about events, in one language. */
export interface EventTexts {
  titles: Record<IntegrationEventType, string>;
  /** Title of a launch by a user who is known already. */
  startedAgain: string;
  user: string;
  labels: Record<FactLabel, string>;
  problems: Record<ProblemCode, string>;
  /** Source of a launch without one. */
  direct: string;
  /** Name of several events together. */
  events(count: number): string;
}

export type FactLabel =
  | ('amount' | 'button' | 'campaign' | 'charge' | 'command' | 'detail' | 'event' | 'expires' | 'failed' | 'field')
  | ('first_source' | 'invoice' | 'kind' | 'note' | 'operator' | 'payload' | 'problem' | 'sent' | 'skipped' | 'source')
  | ('state' | 'target' | 'text' | 'update' | 'value');

const en: EventTexts = {
  titles: {
    'user.started': 'New user',
    'user.left': 'User left',
    'user.returned': 'User returned',
    'payment.succeeded': 'Payment received',
    'payment.refunded': 'Payment refunded',
    'subscription.changed': 'Subscription changed',
    'conversion.reached': 'Target reached',
    'command.sent': 'Command sent',
    'button.pressed': 'Button pressed',
    'message.received': 'Message received',
    'app.event': 'Mini App event',
    'site.event': 'Website event',
    'link.clicked': 'Link clicked',
    'field.changed': 'Field changed',
    'update.received': 'Update received',
    'user.erased': 'User data erased',
    'integration.test': 'Test event',
    'campaign.started': 'Campaign started',
    'campaign.finished': 'Campaign finished',
    'campaign.stopped': 'Campaign stopped',
    'bot.problem': 'Problem with the bot',
    'bot.recovered': 'Problem solved',
    'chat.taken_over': 'Chat taken over',
    'chat.released': 'Chat returned to the bot',
    'events.file': 'File with events',
  },
  startedAgain: 'Bot started again',
  user: 'User',
  labels: {
    amount: 'Amount',
    button: 'Button',
    campaign: 'Campaign',
    charge: 'Payment ID',
    command: 'Command',
    detail: 'Details',
    event: 'Event',
    expires: 'Expires',
    failed: 'Failed',
    field: 'Field',
    first_source: 'First source',
    invoice: 'Invoice',
    kind: 'Type',
    note: 'Note',
    operator: 'Operator',
    payload: 'Start parameter',
    problem: 'Problem',
    sent: 'Sent',
    skipped: 'Skipped',
    source: 'Source',
    state: 'State',
    target: 'Target',
    text: 'Text',
    update: 'Update',
    value: 'Value',
  },
  problems: {
    WebhookChanged: 'The webhook was changed at Telegram',
    TokenRevoked: 'Telegram rejects the token',
    SecondPoller: 'Another process is polling with this token',
    PendingGrowing: 'Updates are piling up at Telegram',
    DeliveryError: 'Telegram cannot deliver updates',
    BotDown: 'The bot is not accepting updates',
    Gap: 'Some traffic could not be recorded',
  },
  direct: 'direct',
  events: (count) => `${count} events`,
};

const ru: EventTexts = {
  titles: {
    'user.started': 'Новый пользователь',
    'user.left': 'Пользователь ушёл',
    'user.returned': 'Пользователь вернулся',
    'payment.succeeded': 'Получен платёж',
    'payment.refunded': 'Возврат платежа',
    'subscription.changed': 'Подписка изменилась',
    'conversion.reached': 'Цель достигнута',
    'command.sent': 'Отправлена команда',
    'button.pressed': 'Нажата кнопка',
    'message.received': 'Получено сообщение',
    'app.event': 'Событие Mini App',
    'site.event': 'Событие сайта',
    'link.clicked': 'Переход по ссылке',
    'field.changed': 'Поле изменилось',
    'update.received': 'Получено обновление',
    'user.erased': 'Данные пользователя удалены',
    'integration.test': 'Тестовое событие',
    'campaign.started': 'Рассылка началась',
    'campaign.finished': 'Рассылка завершена',
    'campaign.stopped': 'Рассылка остановлена',
    'bot.problem': 'Проблема с ботом',
    'bot.recovered': 'Проблема устранена',
    'chat.taken_over': 'Оператор взял чат',
    'chat.released': 'Чат возвращён боту',
    'events.file': 'Файл с событиями',
  },
  startedAgain: 'Повторный запуск бота',
  user: 'Пользователь',
  labels: {
    amount: 'Сумма',
    button: 'Кнопка',
    campaign: 'Рассылка',
    charge: 'ID платежа',
    command: 'Команда',
    detail: 'Подробности',
    event: 'Событие',
    expires: 'Действует до',
    failed: 'Ошибок',
    field: 'Поле',
    first_source: 'Первый источник',
    invoice: 'Счёт',
    kind: 'Тип',
    note: 'Примечание',
    operator: 'Оператор',
    payload: 'Параметр запуска',
    problem: 'Проблема',
    sent: 'Отправлено',
    skipped: 'Пропущено',
    source: 'Источник',
    state: 'Состояние',
    target: 'Цель',
    text: 'Текст',
    update: 'Обновление',
    value: 'Значение',
  },
  problems: {
    WebhookChanged: 'В Telegram сменили вебхук',
    TokenRevoked: 'Telegram больше не принимает токен',
    SecondPoller: 'С тем же токеном обновления забирает кто-то ещё',
    PendingGrowing: 'Обновления копятся в Telegram',
    DeliveryError: 'Telegram не может доставить обновления',
    BotDown: 'Бот не принимает обновления',
    Gap: 'Часть данных не удалось записать',
  },
  direct: 'прямой',
  events: (count) => `событий: ${count}`,
};

export const eventTexts: Readonly<Record<Language, EventTexts>> = { en, ru };
