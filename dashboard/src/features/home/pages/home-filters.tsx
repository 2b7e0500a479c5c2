import { type Bot, sourceDeterminations } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useHomeReport } from '../../../analytics/key-numbers/home-report.ts';
import { CommonFilters } from '../../../analytics/question/common-filters.tsx';
import type { CommonView } from '../../../analytics/question/common-view.ts';
import type { ChangeAddress } from '../../../analytics/question/use-address.ts';
import { SelectChoice } from '../../../ui/select-choice.tsx';

/** Choices of the whole summary. The model decides its sources, and which users a filter by source selects. */
export function HomeFilters({ bot, view, change }: { bot: Bot; view: CommonView; change: ChangeAddress }) {
  const { t } = useTranslation();
  // Asked by the card of the visitors already.
  const answer = useHomeReport(bot.key, 'visitors', view, { compares: true }).data;
  return (
    <CommonFilters bot={bot.key} view={view} answer={answer} compares change={change}>
      <SelectChoice
        label={t('Reports.model.label')}
        value={view.model ?? ''}
        onChange={(model) => change({ model: model || undefined })}
        options={[
          { value: '', label: t('Reports.model.own') },
          ...sourceDeterminations.map((model) => ({ value: model, label: t(`Reports.model.${model}`) })),
        ]}
      />
    </CommonFilters>
  );
}
