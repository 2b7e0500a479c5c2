import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { palette as en } from '../en/palette.ts';

export const palette: Translated<typeof en> = {
  title: 'Поиск по страницам, отчётам, ботам и настройкам',
  placeholder: 'Найти или перейти…',
  results: 'Результаты',
  nothing: 'Ничего не найдено',
  count_one: '{{count}} результат',
  count_few: '{{count}} результата',
  count_many: '{{count}} результатов',
  count_other: '{{count}} результата',
  switchTo: 'Переключиться на этого бота',
  move: 'выбор',
  open: 'открыть',
  close: 'закрыть',
  groups: {
    recent: 'Недавние',
    found: 'Результаты',
    pages: 'Страницы',
    reports: 'Отчёты',
    bots: 'Боты',
    settings: 'Настройки',
  },
  shortcuts: {
    title: 'Горячие клавиши',
    palette: 'Поиск и переход',
    day: 'Показать по дням',
    week: 'Показать по неделям',
    month: 'Показать по месяцам',
    help: 'Показать этот список',
    single: 'Клавиши без Ctrl и ⌘',
  },
};
