import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { botHome as en } from '../en/bot-home.ts';

export const botHome: Translated<typeof en> = {
  arriving: 'Данные приходят',
  quiet: 'Обновлений давно не было',
  lastUpdate: 'Последнее обновление',
  lastCall: 'Последний вызов',
  firstUpdate: 'Первое обновление',
  never: 'ещё нет',
  callsOff: 'не записывается',
  status: 'Состояние',
  today: 'Сегодня',
  go: 'Куда дальше',
  links: {
    reports: 'Отчёты',
    reportsText: 'Кто приходит, остаётся и уходит',
    settings: 'Настройки',
    settingsText: 'Подключение, команды, ссылки запуска',
    errors: 'Ошибки',
    errorsText: 'Что пошло не так по пути',
    upload: 'Загрузка',
    uploadText: 'Люди и обновления из файла',
  },
  waiting: {
    title: 'Ждём первое обновление',
    text: 'Как только что-нибудь придёт, страница сама это покажет.',
    button: 'Как подключить',
  },
};
