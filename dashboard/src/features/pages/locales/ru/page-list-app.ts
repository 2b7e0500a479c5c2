import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { pageListApp as en } from '../en/page-list-app.ts';

export const pageListApp: Translated<typeof en> = {
  title: 'Mini App',
  text: 'Скрипт на странице Mini App сообщает о запусках, переходах, кликах и ваших событиях. Пользователи, источники и цели — общие с ботом.',
  add: 'Добавить Mini App',
  none: {
    title: 'Пока нет Mini App',
    text: 'Добавьте первый: вы получите ключ и код для вставки на страницу.',
  },
  noneShared: {
    title: 'Пока нет Mini App',
    text: 'Здесь появятся Mini App ботов, к которым вам дали доступ. Чтобы добавить новый, попросите у владельца право «Менять Mini App».',
  },
  mayNotAdd: {
    title: 'Добавить Mini App нельзя',
    text: 'Попросите у владельца бота право «Менять Mini App».',
  },
  noBot: { title: 'Ботов пока нет', text: 'Mini App принадлежит боту. Сначала подключите бота.' },
  noMatch: 'Нет Mini App с такими фильтрами',
  columns: {
    name: 'Имя',
    addresses: 'Разрешённые адреса',
  },
  form: {
    title: 'Новый Mini App',
    section: 'Имя и адреса',
    text: 'Вы получите открытый ключ и код для страницы. Менять бота не нужно.',
    bot: 'Бот',
    botHint: 'Бот, который открывает Mini App: его токен подтверждает пользователей.',
    name: 'Системное имя',
    nameHint: 'Короткое имя из @BotFather, как в t.me/{{bot}}/ИМЯ. Для основного Mini App бота — любое.',
    addresses: 'Разрешённые адреса',
    addressesHint:
      'Где может быть страница, по одному адресу в строке; https://*.example.com разрешает все поддомены. Пусто — где угодно.',
    wrongName: 'От 1 до 64 латинских букв, цифр и _; не только цифры',
    wrongAddress: 'Строка {{line}} — не адрес вида https://shop.example.com',
    tooManyAddresses: 'Не больше 20 адресов',
    done: '«{{name}}» добавлен',
  },
};
