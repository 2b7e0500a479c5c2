import type { Translated } from '../../i18n/translated.ts';
import type { profile as en } from '../en/profile.ts';

export const profile: Translated<typeof en> = {
  title: 'Профиль',
  email: 'Почта',
  language: 'Язык',
  languageHint: 'Страниц и писем.',
  timeZone: 'Часовой пояс',
  timeZoneHint: 'Дни, недели и месяцы всех отчётов начинаются здесь в полночь.',
  noZone: 'Такого пояса нет',
  saved: 'Сохранено',
};
