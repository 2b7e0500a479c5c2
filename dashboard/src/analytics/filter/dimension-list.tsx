import type { Dimension } from '@botscope/contract';
import { Box, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './condition-editor.module.css';
import { nameDimension } from './filter-words.ts';
import { focusFirst } from './focus-first.ts';

interface DimensionListProps {
  dimensions: readonly Dimension[];
  onChoose(dimension: Dimension): void;
}

/** Dimensions of users; launch parameters that were seen come last. Arrow keys move between the entries. */
export function DimensionList({ dimensions, onChoose }: DimensionListProps) {
  const { t } = useTranslation();
  const parameters = dimensions.filter((dimension) => dimension.startsWith('param.'));
  const ownDimensions = dimensions.filter((dimension) => !dimension.startsWith('param.'));
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll('button')];
    const focusedIndex = items.indexOf(document.activeElement as HTMLButtonElement);
    items[(focusedIndex + step + items.length) % items.length]?.focus();
  };
  const item = (dimension: Dimension, name: string, first: boolean) => (
    <li key={dimension}>
      <button
        type="button"
        className={classes.item}
        ref={first ? focusFirst : undefined}
        onClick={() => onChoose(dimension)}
      >
        {name}
      </button>
    </li>
  );
  return (
    <nav onKeyDown={walk} aria-label={t('Reports.filter.what')}>
      <Text py={4} px={8} c="dimmed" fz="xs">
        {t('Reports.filter.what')}
      </Text>
      <Box component="ul" mb={4}>
        {ownDimensions.map((dimension, index) => item(dimension, nameDimension(dimension, t), index === 0))}
      </Box>
      {parameters.length > 0 && (
        <>
          <Text py={4} px={8} c="dimmed" fz="xs">
            {t('Reports.filter.parameters')}
          </Text>
          <Box component="ul" mb={4}>
            {parameters.map((dimension) => item(dimension, dimension.slice('param.'.length), false))}
          </Box>
        </>
      )}
    </nav>
  );
}
