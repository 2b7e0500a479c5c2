import type { ReportType } from '@botscope/contract';
import { Button, Checkbox, Popover, ScrollArea, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostLines, type PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { useLabels } from '../../charts/report/use-labels.ts';
import { useScheme } from '../../charts/report/use-scheme.ts';
import classes from './line-choice.module.css';

export interface LineChoiceProps {
  type: ReportType;
  all: readonly PreparedLine[];
  chosen: readonly PreparedLine[];
  /** Null goes back to the report's own choice. */
  onChange(ids: string[] | null): void;
}

/** From this number on the lines that are off move into a list. */
const fewest = 6;

/** Which lines are on show, each with its colour and total. Ten at most: the palette has no more. */
export function LineChoice({ type, all, chosen, onChange }: LineChoiceProps) {
  const { i18n } = useTranslation();
  const labelOf = useLabels(type);
  const scheme = useScheme();
  const on = new Map(chosen.map((line) => [line.id, line]));
  const full = on.size >= mostLines;
  const toggle = (id: string) => {
    const ids = all.map((line) => line.id).filter((other) => (other === id ? !on.has(id) : on.has(other)));
    onChange(ids.length > 0 ? ids : null);
  };
  const chips = all.length > fewest ? chosen : all;
  return (
    <div className={classes.choice}>
      {chips.map((line) => {
        const shown = on.get(line.id);
        return (
          <button
            key={line.id}
            type="button"
            className={classes.chip}
            aria-pressed={shown !== undefined}
            disabled={shown !== undefined && on.size === 1}
            onClick={() => toggle(line.id)}
          >
            <span
              className={classes.mark}
              style={shown ? { background: colorAt(shown.place, scheme), borderColor: 'transparent' } : undefined}
            />
            <span className={classes.name}>{labelOf(line)}</span>
            <span className={classes.total}>{formatValue(line.total, line.unit, i18n.language)}</span>
          </button>
        );
      })}
      {all.length > fewest && (
        <LineList type={type} all={all} on={on} full={full} toggle={toggle} reset={() => onChange(null)} />
      )}
    </div>
  );
}

interface LineListProps {
  type: ReportType;
  all: readonly PreparedLine[];
  on: ReadonlyMap<string, PreparedLine>;
  full: boolean;
  toggle(id: string): void;
  reset(): void;
}

function LineList({ type, all, on, full, toggle, reset }: LineListProps) {
  const { t, i18n } = useTranslation();
  const labelOf = useLabels(type);
  const [wanted, setWanted] = useState('');
  const found = all.filter((line) => labelOf(line).toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()));
  const number = (value: number) => formatValue(value, 'actions', i18n.language);
  return (
    <Popover position="bottom-end" width={300} trapFocus shadow="md" radius="md">
      <Popover.Target>
        <Button variant="default" size="compact-xs" h={26}>
          {t('Reports.choice.label')}: {number(on.size)} / {number(all.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Reports.choice.label')}>
        <TextInput
          size="xs"
          aria-label={t('Reports.choice.find')}
          placeholder={t('Reports.choice.find')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={280} my="xs" type="auto">
          {found.map((line) => (
            <Checkbox
              key={line.id}
              size="xs"
              py={4}
              className={classes.item}
              checked={on.has(line.id)}
              disabled={on.has(line.id) ? on.size === 1 : full}
              onChange={() => toggle(line.id)}
              label={`${labelOf(line)} · ${formatValue(line.total, line.unit, i18n.language)}`}
            />
          ))}
        </ScrollArea.Autosize>
        <div className={classes.foot}>
          <Text size="xs" c="dimmed">
            {t('Reports.choice.most')}
          </Text>
          <Button variant="subtle" size="compact-xs" onClick={reset}>
            {t('Reports.choice.reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
