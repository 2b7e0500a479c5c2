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

/** Choice of the launch that sets the source of users and conversions. It changes the page, no stored data. */
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
