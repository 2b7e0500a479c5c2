import type { userNotes as en } from '../en/user-notes.ts';

export const userNotes: typeof en = {
  title: 'Заметки',
  hint: 'Их видит только ваша команда.',
  none: 'Заметок пока нет.',
  write: 'Новая заметка',
  add: 'Добавить заметку',
  edit: 'Изменить заметку от {{time}}',
  remove: 'Удалить заметку от {{time}}',
  text: 'Заметка',
  save: 'Сохранить',
  edited: 'изменена {{time}}',
  someone: 'Удалённый аккаунт',
  removed: 'Заметка удалена',
  restored: 'Заметка восстановлена',
  undo: 'Отменить',
  responsible: 'Ответственный',
  nobody: 'Никто',
  you: '{{name}} (вы)',
  responsibleNow: 'Ответственный: {{name}}',
  nobodyNow: 'Ответственного теперь нет',
};
