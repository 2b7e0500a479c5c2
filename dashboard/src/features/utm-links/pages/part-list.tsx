import type { Bot, BuiltLink, StartRules, UtmLink } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxParts } from './link-draft.ts';
import { PartRow } from './part-row.tsx';
import { findPartProblem } from './problem-words.ts';
import type { DraftState, Row } from './use-link-draft.ts';

interface PartListProps {
  bot: Bot;
  rules: StartRules;
  state: DraftState;
  built: BuiltLink;
  history: readonly UtmLink[];
}

/** Parts in rows. The focus follows: into a row that was added, to the button that adds when one was removed. */
export function PartList({ bot, rules, state, built, history }: PartListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const { rows } = state;
  const add = () => {
    state.changeRows([...rows, state.newRow()]);
    // The new row is there when the browser has drawn it.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-of-type input')?.focus());
  };
  const remove = (row: Row) => {
    state.changeRows(rows.filter(({ id }) => id !== row.id));
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-add]')?.focus());
  };
  return (
    <div ref={list}>
      <Flex component="ul" direction="column" gap={12} mb={12}>
        {rows.map((row, index) => (
          <PartRow
            key={row.id}
            bot={bot}
            rules={rules}
            row={row}
            position={index + 1}
            problem={findPartProblem(built, index)}
            others={rows.filter(({ id }) => id !== row.id).map(({ name }) => name)}
            history={history}
            onChange={state.replaceRow}
            onRemove={() => remove(row)}
          />
        ))}
      </Flex>
      <Button
        data-add
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={rows.length >= maxParts}
        onClick={add}
      >
        {t('UtmBuilder.make.add')}
      </Button>
    </div>
  );
}
