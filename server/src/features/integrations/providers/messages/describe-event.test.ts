import { integrationEventTypes, type Language } from '@botscope/contract';
import { describe, expect, it, test } from 'vitest';
import { testItem } from '../test-provider.ts';
import { describeEvent, type EventText } from './describe-event.ts';
import { fitEvents } from './fit-events.ts';
import { formatMoney } from './format-money.ts';
import { summarizeEvents } from './summarize-events.ts';

type Part = Parameters<typeof testItem>[1];
const textOf = (type: Parameters<typeof testItem>[0], part: Part = {}, language: Language = 'en') =>
  describeEvent(testItem(type, part).event, language);
const factsOf = (...parameters: Parameters<typeof textOf>) =>
  textOf(...parameters).facts.map(({ label, value }) => `${label}: ${value}`);

describe('an event', () => {
  const allIn = (language: Language) =>
    integrationEventTypes.map((type) => {
      const { title } = textOf(type, {}, language);
      return [`${type}: ${title}`, ...factsOf(type, {}, language)].join(' | ');
    });

  it('of each type is described in English', () => {
    expect(allIn('en')).toMatchInlineSnapshot(`
      [
        "user.started: New user | Source: google | Start parameter: source-google_medium-cpc",
        "user.left: User left",
        "user.returned: User returned",
        "payment.succeeded: Payment received | Amount: 19.99 EUR | Invoice: order 12 | Payment ID: 7412_8305 | First source: google",
        "payment.refunded: Payment refunded | Amount: 19.99 EUR | Invoice: order 12 | Payment ID: 7412_8305",
        "subscription.changed: Subscription changed | State: active",
        "conversion.reached: Target reached | Target: Trial | First source: google",
        "command.sent: Command sent | Command: /help",
        "button.pressed: Button pressed | Button: cart:add:7",
        "message.received: Message received | Type: text | Text: Where is my order?",
        "app.event: Mini App event | Event: app_launch",
        "site.event: Website event | Event: page",
        "link.clicked: Link clicked | Campaign: ID 101",
        "field.changed: Field changed | Field: city | Value: Riga",
        "update.received: Update received | Type: message | Update: {"update_id":1,"message":{"message_id":7,"text":"Hello"}}",
        "user.erased: User data erased",
        "integration.test: Test event | Note: A test from Botscope",
        "campaign.started: Campaign started | Campaign: Spring sale",
        "campaign.finished: Campaign finished | Campaign: Spring sale | Sent: 980 | Failed: 15 | Skipped: 5",
        "campaign.stopped: Campaign stopped | Campaign: Spring sale | Sent: 980 | Failed: 15 | Skipped: 5",
        "bot.problem: Problem with the bot | Problem: The bot is not accepting updates | Details: Connection refused",
        "bot.recovered: Problem solved | Problem: The bot is not accepting updates | Details: Connection refused",
        "chat.taken_over: Chat taken over | Operator: Anna",
        "chat.released: Chat returned to the bot | Operator: Anna",
        "events.file: File with events | from: 2026-11-20T10:00:00.000Z | until: 2026-11-20T11:00:00.000Z | events: 1250",
      ]
    `);
  });

  it('of each type is described in Russian', () => {
    expect(allIn('ru')).toMatchInlineSnapshot(`
      [
        "user.started: Новый пользователь | Источник: google | Параметр запуска: source-google_medium-cpc",
        "user.left: Пользователь ушёл",
        "user.returned: Пользователь вернулся",
        "payment.succeeded: Получен платёж | Сумма: 19.99 EUR | Счёт: order 12 | ID платежа: 7412_8305 | Первый источник: google",
        "payment.refunded: Возврат платежа | Сумма: 19.99 EUR | Счёт: order 12 | ID платежа: 7412_8305",
        "subscription.changed: Подписка изменилась | Состояние: active",
        "conversion.reached: Цель достигнута | Цель: Trial | Первый источник: google",
        "command.sent: Отправлена команда | Команда: /help",
        "button.pressed: Нажата кнопка | Кнопка: cart:add:7",
        "message.received: Получено сообщение | Тип: text | Текст: Where is my order?",
        "app.event: Событие Mini App | Событие: app_launch",
        "site.event: Событие сайта | Событие: page",
        "link.clicked: Переход по ссылке | Рассылка: ID 101",
        "field.changed: Поле изменилось | Поле: city | Значение: Riga",
        "update.received: Получено обновление | Тип: message | Обновление: {"update_id":1,"message":{"message_id":7,"text":"Hello"}}",
        "user.erased: Данные пользователя удалены",
        "integration.test: Тестовое событие | Примечание: A test from Botscope",
        "campaign.started: Рассылка началась | Рассылка: Spring sale",
        "campaign.finished: Рассылка завершена | Рассылка: Spring sale | Отправлено: 980 | Ошибок: 15 | Пропущено: 5",
        "campaign.stopped: Рассылка остановлена | Рассылка: Spring sale | Отправлено: 980 | Ошибок: 15 | Пропущено: 5",
        "bot.problem: Проблема с ботом | Проблема: Бот не принимает обновления | Подробности: Connection refused",
        "bot.recovered: Проблема устранена | Проблема: Бот не принимает обновления | Подробности: Connection refused",
        "chat.taken_over: Оператор взял чат | Оператор: Anna",
        "chat.released: Чат возвращён боту | Оператор: Anna",
        "events.file: Файл с событиями | from: 2026-11-20T10:00:00.000Z | until: 2026-11-20T11:00:00.000Z | events: 1250",
      ]
    `);
  });

  it('says whether the user was known', () => {
    expect(textOf('user.started').title).toBe('New user');
    const data = { payload: '', params: {}, source: '', is_first: false };
    expect(textOf('user.started', { data }).title).toBe('Bot started again');
    expect(factsOf('user.started', { data })).toEqual(['Source: direct']);
  });

  it('names what has no name by its ID', () => {
    const conversion = { target_id: 4, target_name: '', amount: 5, currency: 'XTR', decimals: 0 };
    expect(factsOf('conversion.reached', { data: conversion, user: null })).toEqual([
      'Target: ID 4',
      'Amount: 5 Telegram Stars',
    ]);
    expect(factsOf('campaign.started', { data: { campaign_id: 101, name: '' } })).toEqual(['Campaign: ID 101']);
  });

  it('leaves out what privacy settings have removed', () => {
    const { user } = testItem('message.received').event;
    const hashed = { ...user!, id: 'a'.repeat(32), first_name: null, username: null, source: null };
    const text = textOf('message.received', { user: hashed, data: { type: 'text', text: '' } });
    expect(text.user).toEqual({ label: 'User', name: '', username: '', id: 'a'.repeat(32) });
    expect(text.facts).toEqual([{ label: 'Type', value: 'text', isForeign: false }]);
  });

  it('cannot be made to look like something else by what users write', () => {
    const data = { type: 'text', text: ' Hi\r\n\u2028Amount:  999 EUR\u202e\u0000 ' };
    expect(textOf('message.received', { data }).facts.at(-1)).toEqual({
      label: 'Text',
      value: 'Hi Amount: 999 EUR',
      isForeign: true,
    });
    const { user } = testItem('message.received').event;
    const text = textOf('user.left', { user: { ...user!, first_name: 'An\nna', last_name: '\u202eX' } });
    expect(text.user?.name).toBe('An na X');
  });

  it('of an unknown problem keeps the code', () => {
    expect(factsOf('bot.problem', { data: { code: 'Other', detail: '' } })).toEqual(['Problem: Other']);
  });
});

test.each([
  [1999, 2, 'EUR', '19.99 EUR'],
  [5, 2, 'EUR', '0.05 EUR'],
  [-5, 2, 'EUR', '-0.05 EUR'],
  [0, 2, 'RUB', '0.00 RUB'],
  [9_007_199_254_740_991, 2, 'RUB', '90071992547409.91 RUB'],
  [1234, 3, 'KWD', '1.234 KWD'],
  [1500, 0, 'JPY', '1500 JPY'],
  [250, 0, 'XTR', '250 Telegram Stars'],
  [7, 2, '', '0.07'],
])('%i with %i decimals of %s is %s', (amount, decimals, currency, text) => {
  expect(formatMoney(amount, decimals, currency)).toBe(text);
});

test('a line for notifications names one event, and counts several', () => {
  const event = testItem('payment.succeeded').event;
  expect(summarizeEvents([event], 'en')).toBe('shop_bot: Payment received');
  expect(summarizeEvents([event, event, event], 'en')).toBe('shop_bot: 3 events');
  expect(summarizeEvents([event, event, event], 'ru')).toBe('shop_bot: событий: 3');
  expect(summarizeEvents([], 'en')).toBe('');
});

describe('events in one message', () => {
  const measure = ({ title, facts }: EventText) =>
    title.length + facts.reduce((sum, { value }) => sum + value.length, 0);
  const message = (text: string) => textOf('message.received', { data: { type: 'text', text } });
  const lengthsIn = (events: readonly EventText[]) => events.map(({ facts }) => Array.from(facts.at(-1)!.value).length);

  it('stay as they are while there is space', () => {
    const events = [message('a'.repeat(300)), message('b')];
    expect(fitEvents(events, 4_000, measure)).toEqual(events);
  });

  it('lose the ends of their longest values, never half a character', () => {
    const fitted = fitEvents([message('😀'.repeat(500)), message('short')], 500, measure);
    expect(lengthsIn(fitted)).toEqual([160, 5]);
    expect(fitted[0]!.facts.at(-1)!.value).toBe(`${'😀'.repeat(159)}…`);
  });

  it('keep the title and the first line where nothing else helps', () => {
    const [fitted] = fitEvents([message('x'.repeat(500))], 10, measure);
    expect(fitted?.title).toBe('Message received');
    expect(fitted?.facts).toEqual([{ label: 'Type', value: 'text', isForeign: false }]);
  });
});
