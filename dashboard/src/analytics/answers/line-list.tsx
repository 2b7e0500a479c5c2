import { othersName } from '@botscope/contract';
import { Box, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostLines, type PreparedLine } from '../../charts/prepare/lines.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import classes from './line-list.module.css';

interface LineListProps {
  labelOf(line: PreparedLine): string;
  all: readonly PreparedLine[];
  chosen: ReadonlySet<string>;
  onToggle(id: string): void;
  onReset(): void;
}

/** Every line of a report that has more than fit beside each other, with a search. */
export function LineList(props: LineListProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatValue(value, 'actions', i18n.language);
  const name = `${t('Reports.choice.label')}: ${number(props.chosen.size)} / ${number(props.all.length)}`;
  return (
    <PopoverPanel look="button" label={t('Reports.choice.label')} button={name}>
      {() => <Choices {...props} />}
    </PopoverPanel>
  );
}

function Choices({ labelOf, all, chosen, onToggle, onReset }: LineListProps) {
  const { t, i18n } = useTranslation();
  const [wantedText, setWantedText] = useState('');
  const needle = wantedText.trim().toLocaleLowerCase();
  // "Others" takes none of the ten colours.
  const isFull = chosen.size - (chosen.has(othersName) ? 1 : 0) >= mostLines;
  return (
    <Stack gap={0} w="min(280px, calc(100vw - 42px))" mah={380} fz="sm">
      <input
        type="search"
        className={classes.search}
        aria-label={t('Reports.choice.find')}
        placeholder={t('Reports.choice.find')}
        value={wantedText}
        onChange={(event) => setWantedText(event.currentTarget.value)}
      />
      <div className={classes.items}>
        {all
          .filter((line) => labelOf(line).toLocaleLowerCase().includes(needle))
          .map((line) => (
            <label key={line.id} className={classes.item}>
              <input
                type="checkbox"
                checked={chosen.has(line.id)}
                disabled={chosen.has(line.id) ? chosen.size === 1 : isFull && line.id !== othersName}
                onChange={() => onToggle(line.id)}
              />
              <Box component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                {labelOf(line)}
              </Box>
              <span className={classes.total}>{formatValue(line.total, line.unit, i18n.language, line.currency)}</span>
            </label>
          ))}
      </div>
      <div className={classes.foot}>
        {t('Reports.choice.most')}
        <Box type="button" component="button" p={4} c="var(--mantine-color-anchor)" onClick={onReset}>
          {t('Reports.choice.reset')}
        </Box>
      </div>
    </Stack>
  );
}
