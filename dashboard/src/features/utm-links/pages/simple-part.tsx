import { type Bot, type LinkProblem, unnamedPart } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import classes from './parts-section.module.css';
import { problemWords } from './problem-words.ts';
import type { Row } from './use-link-draft.ts';
import { ValueField } from './value-field.tsx';

interface SimplePartProps {
  bot: Bot;
  row: Row;
  problem: LinkProblem | undefined;
  onChange(row: Row): void;
}

/** The whole payload, where the bot's rules do not split it. */
export function SimplePart({ bot, row, problem, onChange }: SimplePartProps) {
  const { t } = useTranslation();
  return (
    <ValueField
      bot={bot}
      dimension="source"
      className={classes.simple}
      label={t('UtmBuilder.make.simple')}
      value={row.value}
      error={problem && problemWords(t, problem)}
      onChange={(value) => onChange({ ...row, name: unnamedPart, value })}
    />
  );
}
