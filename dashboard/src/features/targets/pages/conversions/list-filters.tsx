import { type Bot, builtInTargets, sourceDeterminations } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../../analytics/filter/filter-bar.tsx';
import rows from '../../../../analytics/filter/filter-rows.module.css';
import { PeriodPresets } from '../../../../analytics/period/period-presets.tsx';
import { PeriodRange } from '../../../../analytics/period/period-range.tsx';
import { may } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import { targetsQuery } from '../../public/targets-data.ts';
import { targetName } from '../../shared/target-words.ts';
import type { ConversionView } from './conversions-data.ts';

interface ListFiltersProps {
  bot: Bot;
  view: ConversionView;
  /** Names of the targets that occur in the list, by id. */
  labels: Readonly<Record<string, string>>;
  change(parts: Record<string, string | undefined>): void;
}

/** Period, target and the model that names the source: each choice goes into the address at once. */
export function ListFilters({ bot, view, labels, change }: ListFiltersProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data: targets } = useQuery({ ...targetsQuery(bot.key), enabled: may(bot, 'convers.view') });
  const names = new Map<number, string>([
    [builtInTargets.sale, ''],
    [builtInTargets.purchase, ''],
    ...Object.entries(labels).map(([id, name]) => [Number(id), name] as const),
    ...(targets ?? []).map(({ target_id, name }) => [target_id, name] as const),
    ...(view.target && !(view.target in labels) ? [[Number(view.target), view.target] as const] : []),
  ]);
  for (const { target_id, name } of targets ?? []) names.set(target_id, name);
  const options = [...names].sort(([one], [other]) => one - other);
  return (
    <section className={rows.rows} data-print="hide" aria-label={t('Conversions.filters')}>
      <div className={rows.filters}>
        <PeriodPresets period={view.period} onChange={(period) => change({ period })} />
        <PeriodRange period={view.period} timeZone={user?.time_zone} onChange={(period) => change({ period })} />
        <SelectChoice
          label={t('Conversions.target')}
          value={view.target ?? ''}
          options={[
            { value: '', label: t('Conversions.anyTarget') },
            ...options.map(([id, name]) => ({ value: String(id), label: targetName(t, id, name) })),
          ]}
          onChange={(target) => change({ target: target || undefined })}
        />
        <SelectChoice
          label={t('Conversions.model')}
          value={view.model ?? ''}
          options={[
            { value: '', label: t('Conversions.ownModel') },
            ...sourceDeterminations.map((model) => ({ value: model, label: t(`Conversions.models.${model}`) })),
          ]}
          onChange={(model) => change({ model: model || undefined })}
        />
      </div>
      {may(bot, 'report.view') && (
        <div className={rows.filters}>
          <FilterBar bot={bot.key} filter={view.filter ?? ''} onChange={(filter) => change({ filter })} />
        </div>
      )}
    </section>
  );
}
