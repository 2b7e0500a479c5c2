import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PreparedLine } from '../../charts/prepare/lines.ts';
import { colorAt } from '../../charts/prepare/palette.ts';
import { formatValue } from '../../charts/prepare/units.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useScheme } from '../panel/use-scheme.ts';
import classes from './line-choice.module.css';
import { LineList } from './line-list.tsx';

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
