import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { formatting as en } from '../en/formatting.ts';

export const formatting: Translated<typeof en> = {
  more: 'Другое форматирование',
  insert: 'Вставить',
  expandable: 'Сворачиваемая цитата',
  language: 'Блок кода на языке',
  languageName: 'Язык',
  time: {
    open: 'Дата и время',
    title: 'Дата и время',
    moment: 'Момент',
    momentHint: 'В вашем часовом поясе ({{zone}}). Каждый читатель увидит его в своём.',
    shown: 'Показывать как',
  },
  emoji: {
    open: 'Особый эмодзи',
    title: 'Особый эмодзи',
    plain: 'Эмодзи',
    plainHint: 'Виден там, где особый показать нельзя',
    id: 'ID особого эмодзи',
    idHint: 'Telegram покажет его, если у бота есть имя с Fragment или у его владельца есть Premium.',
  },
  markup: {
    open: 'Из Markdown или HTML',
    title: 'Вставить Markdown или HTML',
    language: 'Язык разметки',
    text: 'Текст с разметкой',
    problem: '{{problem}} Строка {{line}}, символ {{place}}',
    problems: {
      unclosed: 'Это нигде не закрыто.',
      unexpected_end: 'Это закрывает то, что не открыто.',
      unknown_tag: 'Telegram не знает такого тега. Пишите < как &lt;',
      reserved: 'Этот символ что-то значит в MarkdownV2. Поставьте перед ним обратную косую черту.',
      wrong_attribute: 'Атрибут или адрес отсутствует либо неверен.',
    },
  },
  style: { label: 'Цвет', plain: 'Обычный', danger: 'Красный', success: 'Зелёный', primary: 'Синий' },
  move: {
    label: 'Переместить кнопку {{number}} в ряду {{row}} (Alt + стрелки)',
    left: 'Влево',
    right: 'Вправо',
    up: 'В ряд выше',
    down: 'В ряд ниже',
  },
};
