import type { Unit } from '@botscope/contract';
import type { TFunction } from 'i18next';

/** "12 users": a number with the word for what it counts; measures (percent, money, time) say it themselves. */
export function writeCount(count: number, number: string, unit: Unit, t: TFunction): string {
  switch (unit) {
    case 'users':
    case 'actions':
    case 'events':
    case 'launches':
    case 'sessions':
    case 'page_views':
    case 'conversions':
      return t(`Reports.units.${unit}`, { count, number });
    default:
      return number;
  }
}
