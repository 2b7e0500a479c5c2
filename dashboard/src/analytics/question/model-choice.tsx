import { sourceDeterminations } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { SelectChoice } from '../../ui/select-choice.tsx';
import type { Model } from './common-view.ts';

interface ModelChoiceProps {
  /** As the address says; null for the bot's own. */
  value: Model | null;
  /** The model of the answer on show: the bot's own, where nobody chose. */
  applied: Model | undefined;
  onChange(model: string): void;
}

/** Which launch gives people and conversions their source. A switch of the page: it changes nothing that is stored. */
export function ModelChoice({ value, applied, onChange }: ModelChoiceProps) {
  const { t } = useTranslation();
  return (
    <SelectChoice
      label={t('Reports.model.label')}
      value={value ?? applied ?? 'first'}
      onChange={onChange}
      options={sourceDeterminations.map((model) => ({ value: model, label: t(`Reports.model.${model}`) }))}
    />
  );
}
