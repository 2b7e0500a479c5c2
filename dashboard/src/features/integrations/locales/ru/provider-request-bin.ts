import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-request-bin.ts';

export const texts: Translated<typeof en> = {
  name: 'Приёмник запросов',
  about: 'Показывает, что получит вебхук, ещё до того, как у вас появится сервер.',
  leaves: 'Данные не покидают Botscope. Последние 50 запросов хранятся здесь, чтобы вы могли их прочитать.',
  steps: {},
  fields: {},
  test: 'Собранный запрос показан ниже, а после сохранения попадает в список запросов приёмника.',
};
