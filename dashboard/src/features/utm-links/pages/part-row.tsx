import type { Bot, LinkProblem, StartRules, UtmLink } from '@botscope/contract';
import { ActionIcon, Autocomplete } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { valuesQuery } from '../public/builder-data.ts';
import { inList } from './in-list.ts';
import { maxParts } from './link-draft.ts';
import classes from './parts-section.module.css';
import { problemWords } from './problem-words.ts';
import { nameSuggestions } from './suggestions.ts';
import type { Row } from './use-link-draft.ts';
import { ValueField } from './value-field.tsx';

interface PartRowProps {
  bot: Bot;
  rules: StartRules;
  row: Row;
  /** From 1. */
  position: number;
  problem: LinkProblem | undefined;
  /** Names of the other rows. */
  others: readonly string[];
  history: readonly UtmLink[];
  onChange(row: Row): void;
  onRemove(): void;
}

/** One parameter and its value, both with what the bot has seen before. */
export function PartRow(props: PartRowProps) {
  const { bot, rules, row, position, problem, others, history, onChange, onRemove } = props;
  const { t } = useTranslation();
  const [wasFocused, setWasFocused] = useState(false);
  const seenQuery = useQuery({ ...valuesQuery(bot.key, 'source'), enabled: wasFocused });
  const names = nameSuggestions({ rules, seen: seenQuery.data?.parameters ?? [], history, others });
  const text = problem && problemWords(t, problem);
  const isSource = row.name === rules.sourceParam;
  const { name } = row;
  // Headings over the first row only; the others are distinguished by their names for a screen reader.
  const first = position === 1;
  return (
    <li className={classes.row}>
      <Autocomplete
        label={first ? t('UtmBuilder.make.name') : undefined}
        aria-label={t('UtmBuilder.make.nameOf', { position })}
        value={row.name}
        data={names}
        limit={maxParts}
        maxLength={64}
        autoComplete="off"
        scrollAreaProps={inList}
        spellCheck={false}
        description={isSource ? t('UtmBuilder.make.isSource') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem?.field === 'name' ? text : undefined}
        onFocus={() => setWasFocused(true)}
        onChange={(newName) => onChange({ ...row, name: newName.trim() })}
      />
      <ValueField
        bot={bot}
        dimension={isSource ? 'source' : row.name === '' ? null : `param.${row.name}`}
        label={first ? t('UtmBuilder.make.value') : undefined}
        aria-label={name ? t('UtmBuilder.make.valueOf', { name }) : t('UtmBuilder.make.valueOfRow', { position })}
        value={row.value}
        error={problem?.field === 'value' ? text : undefined}
        onChange={(value) => onChange({ ...row, value })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={name ? t('UtmBuilder.make.remove', { name }) : t('UtmBuilder.make.removeRow', { position })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </li>
  );
}
