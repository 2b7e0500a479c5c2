import type { userSegments as en } from '../en/user-segments.ts';

export const userSegments: typeof en = {
  title: 'Сегменты',
  none: 'Не входит ни в один сегмент или список.',
  kinds: { dynamic: 'Сегмент', list: 'Список', snapshot: 'Снимок' },
  add: 'Добавить в список',
  noLists: 'Других списков нет.',
  toSegments: 'Сегменты и списки',
  remove: 'Убрать из списка «{{name}}»',
  added: 'Добавлено в список «{{name}}»',
  removed: 'Убрано из списка «{{name}}»',
  undo: 'Отменить',
  undone: 'Отменено',
};
