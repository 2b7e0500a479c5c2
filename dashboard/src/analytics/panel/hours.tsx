import type { Report } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { HourHeatmap } from '../../charts/draw/hour-heatmap.tsx';
import { prepareHeatmap } from '../../charts/prepare/heatmap.ts';
import { EmptyBlock } from './empty-block.tsx';

/** Actions by hour of the week. */
export function Hours({
  report,
  onOpen,
}: {
  report: Report;
  /** Someone wants to see the users of an hour. */
  onOpen?: ((weekday: number, hour: number) => void) | undefined;
}) {
  const { t, i18n } = useTranslation();
  const map = prepareHeatmap(report, i18n.language);
  const { peak } = map;
  if (!peak) return <EmptyBlock title={t('Reports.empty.title')} text={t('Home.noActivity')} minHeight={hoursHeight} />;
  const describeHours = (weekday: number, hour: number) => ({
    day: map.rows[weekday - 1]?.long ?? '',
    from: map.hours[hour] ?? '',
    to: String(hour + 1).padStart(2, '0'),
  });
  return (
    <HourHeatmap
      map={map}
      words={{
        caption: t('Home.activity'),
        less: t('Home.less'),
        more: t('Home.more'),
      }}
      describe={(weekday, hour) => {
        const cell = map.rows[weekday - 1]?.cells[hour];
        const actions = t('Reports.units.actions', { count: cell?.value ?? 0, number: cell?.text ?? '0' });
        return t('Home.cell', { ...describeHours(weekday, hour), actions });
      }}
      onOpen={onOpen}
      summary={t('Home.peak', describeHours(peak.weekday, peak.hour))}
    />
  );
}

/** Pixels that the heat map takes. */
export const hoursHeight = 234;
