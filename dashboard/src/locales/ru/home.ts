import type { Translated } from '../../i18n/translated.ts';
import type { home as en } from '../en/home.ts';

export const home: Translated<typeof en> = {
  title: 'Сводка',
  keyNumbers: 'Главные числа',
  cards: {
    new_users: 'Новые',
    left_users: 'Ушли',
    return_users: 'Вернулись',
    visitors: 'Посетители',
    visitors_today: 'Посетители (DAU)',
    messages_from_user: 'Действия',
    session_count: 'Сессии',
    rejection: 'Отказы',
    avg_duration_session: 'Средняя сессия',
  },
  growth: 'Рост аудитории',
  activity: 'Активность по часам недели',
  peak: 'Пик: {{day}}, {{from}}:00–{{to}}:00',
  cell: '{{day}}, {{from}}:00–{{to}}:00: {{actions}}',
  hour: 'Час',
  less: 'меньше',
  more: 'больше',
  commands: 'Команды и кнопки',
  command: 'Команда',
  uses: 'Раз',
  people: 'Людей',
  noCommands: 'За этот период команд не было.',
  noActivity: 'За этот период боту никто не писал.',
  openReport: 'Открыть отчёт',
  waiting: {
    title: 'Ждём первое обновление',
    text: '{{bot}} ещё ничего не прислал. Как только придёт первое обновление, здесь появятся числа.',
    button: 'Как подключить',
  },
  noBot: {
    title: 'Подключите первого бота',
    text: 'Botscope считает, кто приходит в вашего бота, кто остаётся, кто уходит и кто возвращается. Подключение займёт несколько минут.',
    demo: 'Посмотреть демо',
    button: 'Добавить бота',
  },
};
