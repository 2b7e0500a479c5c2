import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { campaignCalendar as en } from '../en/campaign-calendar.ts';

export const campaignCalendar: Translated<typeof en> = {
  view: 'Вид',
  list: 'Список',
  calendar: 'Календарь',
  previous: 'Предыдущий месяц',
  next: 'Следующий месяц',
  today: 'Сегодня',
  isToday: '{{day}}, сегодня',
  from: '{{begin}}',
  range: '{{begin}}–{{end}}',
  none: 'В этом месяце ничего не отправлено и не запланировано.',
  zone: 'Время — по часовому поясу {{zone}}.',
};
