import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { menu as en } from '../en/menu.ts';

export const menu: Translated<typeof en> = {
  integrations: 'Интеграции',
};
