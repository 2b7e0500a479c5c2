import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-segment.ts';

export const texts: Translated<typeof en> = {
  name: 'Segment',
  about: 'События в Segment, а из него — в инструменты, которые подключены там.',
  leaves:
    'Каждое выбранное событие: время, бот, данные и параметры ссылок; ID, язык, Premium, первый запуск и источник пользователя. Имена и тексты — только с вашего разрешения. Segment передаёт всё это подключённым в нём инструментам.',
  steps: {
    source: 'В Segment откройте Connections → Sources, нажмите Add source и выберите HTTP API.',
    key: 'В источнике откройте Settings → API Keys и скопируйте Write Key.',
  },
  fields: {
    region: {
      label: 'Регион',
      hint: 'Регион вашего рабочего пространства.',
      options: { us: 'США', eu: 'Европейский союз' },
    },
    write_key: { label: 'Write Key', hint: 'Ключ источника HTTP API.' },
  },
  test: 'Отправляется одно вымышленное событие первого выбранного вида. Успех доказывает только, что Segment принимает запросы: он принимает и неизвестные ключи. Проверьте Debugger источника.',
};
