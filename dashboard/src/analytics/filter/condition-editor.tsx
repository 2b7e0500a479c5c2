import { type Condition, closedValues, type Dimension, dimensions, maxValues } from '@botscope/contract';
import { Box, Button, Flex, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentBot } from '../../platform/session/session.ts';
import { allowedChoices } from './allowed-choices.ts';
import classes from './condition-editor.module.css';
import { useFilterValues } from './filter-values.ts';
import { nameDimension } from './filter-words.ts';
import { focusFirst } from './focus-first.ts';
import { ValueList } from './value-list.tsx';

interface ConditionEditorProps {
  bot: string;
  /** The condition to change; none makes a new one. */
  condition?: Condition;
  onDone(condition: Condition): void;
}

/** Milliseconds after the last key before the server is asked. */
const pauseMs = 200;

/** One condition: first by what, then is or is not, then which values. Enter applies; an empty choice takes the first match. */
export function ConditionEditor({ bot, condition, onDone }: ConditionEditorProps) {
  const { t } = useTranslation();
  const [dimension, setDimension] = useState<Dimension | null>(condition?.dimension ?? null);
  const allowedDimensions = allowedChoices(dimensions, useCurrentBot().bot);
  const parameters = useFilterValues(bot, 'source', '', dimension === null).data?.parameters ?? [];
  if (dimension === null) {
    return (
      <div className={classes.box}>
        <DimensionList
          dimensions={[...allowedDimensions, ...parameters.map((name): Dimension => `param.${name}`)]}
          onChoose={setDimension}
        />
      </div>
    );
  }
  const knownCondition = condition?.dimension === dimension ? condition : undefined;
  return (
    <div className={classes.box}>
      <Flex gap={4} align="center" mih={28} mb={8}>
        {condition === undefined && (
          <button
            type="button"
            className={classes.back}
            aria-label={t('Reports.filter.back')}
            onClick={() => setDimension(null)}
          >
            <IconChevronLeft size={16} aria-hidden />
          </button>
        )}
        <Box component="span" fw={600}>
          {nameDimension(dimension, t)}
        </Box>
      </Flex>
      <ValueForm key={dimension} bot={bot} dimension={dimension} known={knownCondition} onDone={onDone} />
    </div>
  );
}

interface ValueFormProps {
  bot: string;
  dimension: Dimension;
  known: Condition | undefined;
  onDone(condition: Condition): void;
}

function ValueForm({ bot, dimension, known, onDone }: ValueFormProps) {
  const { t } = useTranslation();
  const [isNegated, setIsNegated] = useState(known?.not ?? false);
  const [chosenValues, setChosenValues] = useState<readonly string[]>(known?.values ?? []);
  const [typedText, setTypedText] = useState('');
  const [search] = useDebouncedValue(typedText.trim(), pauseMs);
  const closed = closedValues[dimension];
  const query = useFilterValues(bot, dimension, search, closed === undefined);
  const foundValues = closed?.map((value) => ({ value, users: null })) ?? query.data?.values ?? [];
  const toggle = (value: string) =>
    setChosenValues((now) => (now.includes(value) ? now.filter((other) => other !== value) : [...now, value]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const exact = typedText.trim();
    const first = foundValues.find(({ value }) => value === exact)?.value ?? foundValues[0]?.value ?? exact;
    const values = chosenValues.length > 0 ? chosenValues : exact ? [first] : [];
    if (values.length > 0) onDone({ dimension, not: isNegated, values });
  };
  return (
    <Flex onSubmit={submit} component="form" direction="column" gap={8}>
      <SegmentedControl
        size="xs"
        fullWidth
        value={isNegated ? 'not' : 'is'}
        onChange={(value) => setIsNegated(value === 'not')}
        data={[
          { value: 'is', label: t('Reports.filter.is') },
          { value: 'not', label: t('Reports.filter.isNot') },
        ]}
      />
      {closed === undefined && (
        <input
          type="search"
          className={classes.search}
          aria-label={t('Reports.filter.find')}
          placeholder={t('Reports.filter.find')}
          value={typedText}
          onChange={(event) => setTypedText(event.currentTarget.value)}
          ref={focusFirst}
        />
      )}
      <ValueList
        dimension={dimension}
        found={foundValues}
        chosen={chosenValues}
        typed={closed ? '' : typedText.trim()}
        full={chosenValues.length >= maxValues}
        waiting={closed === undefined && query.data === undefined && !query.isError}
        onToggle={toggle}
      />
      <Button type="submit" size="xs" disabled={chosenValues.length === 0 && typedText.trim() === ''}>
        {t('Reports.filter.apply')}
      </Button>
    </Flex>
  );
}

interface DimensionListProps {
  dimensions: readonly Dimension[];
  onChoose(dimension: Dimension): void;
}

/** Dimensions of users; launch parameters that were seen come last. Arrow keys move between the entries. */
function DimensionList({ dimensions, onChoose }: DimensionListProps) {
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
