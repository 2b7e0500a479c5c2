import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { subscription as en } from '../en/subscription.ts';

export const subscription: Translated<typeof en> = {
  title: 'Подписка на рассылки',
  changes: {
    unsubscribedSince: 'Отписан с',
    unsubscribed: 'Отписан',
    subscribed: 'Подписан снова',
    noted: 'Указана причина',
  },
  ways: { button: 'кнопкой', command: 'командой', colleague: 'вручную', api: 'по API бота' },
  byName: 'вручную: {{name}}',
  afterCampaign: 'После рассылки «{{campaign}}»',
  reasonIs: 'Причина: {{reason}}',
  why: 'Почему?',
  reasons: { requested: 'Попросил', complained: 'Пожаловался', other: 'Другое' },
  reasonHints: {
    requested: 'Пользователь больше не хочет рассылок.',
    complained: 'Пользователь считает сообщение нежелательным. На страницах рассылок это учитывается как жалоба.',
    other: 'Напишите в заметке, что случилось.',
  },
  note: 'Заметка',
  noteHint: 'Необязательно. Её видят коллеги, но не пользователь.',
  unsubscribe: {
    title: 'Отписать пользователя?',
    text: 'Он больше не будет получать рассылки этого бота, кроме служебных сообщений. Подписаться снова он может сам.',
    button: 'Отписать',
    done: 'Пользователь отписан',
  },
  reason: {
    title: 'Почему пользователь отписался?',
    text: 'Telegram не сообщает о жалобах. Укажите, что вам сказал пользователь.',
    button: 'Сохранить',
    done: 'Причина сохранена',
  },
};
