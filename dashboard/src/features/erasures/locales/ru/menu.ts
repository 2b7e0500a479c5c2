import type { menu as en } from '../en/menu.ts';

export const menu: typeof en = {
  privacy: 'Конфиденциальность',
};
