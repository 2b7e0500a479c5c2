import { othersName } from '@botscope/contract';
import { Box, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLines, type PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { PopoverPanel } from '../../ui/popover-panel.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useScheme } from '../panel/use-scheme.ts';
import classes from './line-choice.module.css';

interface LineChoiceProps {
  labelOf(line: PreparedLine): string;
  all: readonly PreparedLine[];
  chosen: readonly PreparedLine[];
  /** Null goes back to the report's own choice. */
  onChange(ids: string[] | null): void;
}

/** From this number on the lines that are off move into a list. */
const fewest = 6;

/** Choice of the lines on show, each with its color and total. Ten at most: the palette has no more. */
export function LineChoice({ labelOf, all, chosen, onChange }: LineChoiceProps) {
  const { i18n } = useTranslation();
  const scheme = useScheme();
  const row = useKeptFocus<HTMLDivElement>();
  const chosenById = new Map(chosen.map((line) => [line.id, line]));
  const toggle = (id: string) => {
    const ids = all
      .map((line) => line.id)
      .filter((other) => (other === id ? !chosenById.has(id) : chosenById.has(other)));
    onChange(ids.length > 0 ? ids : null);
  };
  const chips = all.length > fewest ? chosen : all;
  return (
    <div {...row} className={classes.choice}>
      {chips.map((line) => {
        const chosenLine = chosenById.get(line.id);
        return (
          <button
            key={line.id}
            type="button"
            className={classes.chip}
            aria-pressed={chosenLine !== undefined}
            disabled={chosenLine !== undefined && chosenById.size === 1}
            onClick={() => toggle(line.id)}
          >
            <span
              className={classes.mark}
              style={
                chosenLine ? { background: colorAt(chosenLine.place, scheme), borderColor: 'transparent' } : undefined
              }
            />
            <Text span inherit truncate="end" maw={220}>
              {labelOf(line)}
            </Text>
            <Box component="span" c="dimmed" style={{ whiteSpace: 'nowrap' }} className="tabular">
              {formatValue(line.total, line.unit, i18n.language, line.currency)}
            </Box>
          </button>
        );
      })}
      {all.length > fewest && (
        <LineList
          labelOf={labelOf}
          all={all}
          chosen={new Set(chosenById.keys())}
          onToggle={toggle}
          onReset={() => onChange(null)}
        />
      )}
    </div>
  );
}

interface LineListProps {
  labelOf(line: PreparedLine): string;
  all: readonly PreparedLine[];
  chosen: ReadonlySet<string>;
  onToggle(id: string): void;
  onReset(): void;
}

/** Every line of a report that has more than fit beside each other, with a search. */
function LineList(props: LineListProps) {
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
  const isFull = chosen.size - (chosen.has(othersName) ? 1 : 0) >= maxLines;
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
