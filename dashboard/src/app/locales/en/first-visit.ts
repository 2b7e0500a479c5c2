import { reportNames } from '../../../analytics/locales/en/report-names.ts';
import { home } from '../../../features/home/locales/en/home.ts';
import { shared } from '../../../platform/i18n/locales/en/shared.ts';

/** Every feature's names of its pages, so that a new one needs no entry here. */
const menus = import.meta.glob<object>('../../../features/*/locales/en/menu.ts', { eager: true, import: 'menu' });

/** Texts that every page's first visit downloads. */
export const firstVisit = {
  ...shared,
  Home: home,
  Menu: Object.assign({}, shared.Menu, ...Object.values(menus)),
  Reports: reportNames,
};
