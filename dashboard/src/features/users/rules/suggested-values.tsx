import { type Bot, type Dimension, isDimension } from '@botscope/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import editor from '../../../analytics/filter/condition-editor.module.css';
import { useFilterValues } from '../../../analytics/filter/filter-values.ts';
import { ValueList } from '../../../analytics/filter/value-list.tsx';
import { may } from '../../../platform/session/bot-data.ts';

interface SuggestedValuesProps {
  bot: Bot;
  dimension: Dimension;
  values: readonly string[];
  onChange(values: readonly string[]): void;
}

/** Milliseconds after the last key before the request. */
const pauseMs = 200;
const maxValues = 100;

/** Values to tick, those of the last 90 days first; what was typed can be taken though it was not seen. */
export function SuggestedValues({ bot, dimension, values, onChange }: SuggestedValuesProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), pauseMs);
  const canSuggest = may(bot, 'report.view') && isDimension(dimension);
  const query = useFilterValues(bot.key, dimension, search, canSuggest);
  return (
    <>
      <input
        type="search"
        className={editor.search}
        aria-label={t('Reports.filter.find')}
        placeholder={t('Reports.filter.find')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const word = text.trim();
          if (event.key !== 'Enter' || word === '') return;
          // Enter takes what was typed; with nothing typed it applies the condition.
          event.preventDefault();
          const first = query.data?.values.find(({ value }) => value.startsWith(word))?.value ?? word;
          if (!values.includes(first)) onChange([...values, first]);
          setText('');
        }}
      />
      <ValueList
        dimension={dimension}
        found={canSuggest ? (query.data?.values ?? []) : []}
        chosen={values}
        typed={text.trim()}
        full={values.length >= maxValues}
        waiting={canSuggest && query.data === undefined && !query.isError}
        onToggle={(value) =>
          onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value])
        }
      />
    </>
  );
}
