import type { Translated } from '../../translated.ts';
import type { notify as en } from '../en/notify.ts';

export const notify: Translated<typeof en> = {
  NotAllowOnTariff: 'На вашем тарифе это недоступно',
};
