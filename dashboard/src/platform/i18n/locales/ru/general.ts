import type { Translated } from '../../translated.ts';
import type { general as en } from '../en/general.ts';

export const general: Translated<typeof en> = {
  Error: 'Ошибка',
  Warning: 'Внимание',
  Close: 'Закрыть',
  Main: 'Главная',
  Retry: 'Повторить',
  Loading: 'Страница загружается',
  StillLoading: 'Всё ещё загружается…',
  Cancel: 'Отмена',
  Copy: 'Копировать',
  Copied: 'Скопировано',
  Back: 'Назад',
  Next: 'Далее',
  AtLeast: 'Не меньше {{least}}',
  AtMost: 'Не больше {{most}}',
  ShowPassword: 'Показать или скрыть пароль',
  TooShort_one: 'Не меньше {{count}} символа',
  TooShort_few: 'Не меньше {{count}} символов',
  TooShort_many: 'Не меньше {{count}} символов',
  TooShort_other: 'Не меньше {{count}} символа',
  TooLong_one: 'Не больше {{count}} символа',
  TooLong_few: 'Не больше {{count}} символов',
  TooLong_many: 'Не больше {{count}} символов',
  TooLong_other: 'Не больше {{count}} символа',
  SkipToContent: 'Перейти к содержимому',
  GoHome: 'На главную',
  Bots: {
    Paused: 'Запись данных приостановлена',
    BotNotConnected: 'Бот не подключён: ни одного обновления ещё не пришло',
  },
  NotFound: {
    title: 'Здесь ничего нет',
    text: 'Такой страницы нет, или она переехала. Возможно, в адресе опечатка.',
  },
  Crash: {
    title: 'Страница не открылась',
    text: 'Что-то пошло не так на нашей стороне. Часто помогает повторная попытка.',
  },
};
