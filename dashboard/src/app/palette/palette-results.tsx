import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './palette.module.css';
import type { ShownGroup } from './rank.ts';
import type { PaletteEntry } from './sources.ts';

interface PaletteResultsProps {
  id: string;
  groups: readonly ShownGroup[];
  active: PaletteEntry | undefined;
  optionId(entry: PaletteEntry): string;
  onActivate(entry: PaletteEntry): void;
  onChoose(entry: PaletteEntry): void;
}

/** The list below the field, by groups. The focus never comes here: the field names the active option. */
export function PaletteResults({ id, groups, active, optionId, onActivate, onChoose }: PaletteResultsProps) {
  const { t } = useTranslation();
  return (
    <div id={id} role="listbox" aria-label={t('Palette.results')} className={classes.list}>
      {groups.map((group) => (
        <Box key={group.id} component="fieldset" miw={0} aria-label={t(`Palette.groups.${group.id}`)}>
          {group.id !== 'found' && (
            <Box pt={8} pb={4} px={10} c="dimmed" fz="xs" aria-hidden>
              {t(`Palette.groups.${group.id}`)}
            </Box>
          )}
          {group.entries.map((entry) => (
            <button
              type="button"
              key={entry.id}
              id={optionId(entry)}
              role="option"
              tabIndex={-1}
              aria-selected={entry === active}
              className={classes.option}
              onPointerMove={() => onActivate(entry)}
              onClick={() => onChoose(entry)}
            >
              <Text span inherit truncate="end" flex="none" maw="70%">
                {entry.label}
              </Text>
              {entry.hint !== undefined && (
                <Text span truncate="end" flex={1} miw={0} c="dimmed" fz="xs" ta="right">
                  {entry.hint}
                </Text>
              )}
            </button>
          ))}
        </Box>
      ))}
    </div>
  );
}
