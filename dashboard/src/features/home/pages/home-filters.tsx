import { type Bot, sourceDeterminations } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/ask-home.ts';
import { AskedFilters } from '../../../analytics/question/asked-filters.tsx';
import type { AskedView } from '../../../analytics/question/asked-view.ts';
import type { ChangeAddress } from '../../../analytics/question/use-address.ts';
import { SelectChoice } from '../../../ui/select-choice.tsx';

/** What the whole summary is asked. The model decides its sources, and whom a filter by source selects. */
export function HomeFilters({ bot, view, change }: { bot: Bot; view: AskedView; change: ChangeAddress }) {
  const { t } = useTranslation();
  // Asked by the card of the visitors already.
  const answer = useHomeReport(bot.key, 'visitors', view, { compares: true }).data;
  return (
    <AskedFilters bot={bot.key} view={view} answer={answer} compares change={change}>
      <SelectChoice
        label={t('Reports.model.label')}
        value={view.model ?? ''}
        onChange={(model) => change({ model: model || undefined })}
        options={[
          { value: '', label: t('Reports.model.own') },
          ...sourceDeterminations.map((model) => ({ value: model, label: t(`Reports.model.${model}`) })),
        ]}
      />
    </AskedFilters>
  );
}
