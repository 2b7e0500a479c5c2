import {
  type Bot,
  type BuiltLink,
  type LinkProblem,
  type StartRules,
  type UtmLink,
  unnamedPart,
} from '@botscope/contract';
import { Box, Button, Flex, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Section } from '../../../ui/section.tsx';
import { linkKinds, maxParts, startParts } from './link-draft.ts';
import { PartRow } from './part-row.tsx';
import classes from './parts-section.module.css';
import { problemWords } from './problem-words.ts';
import type { DraftState, Row } from './use-link-draft.ts';
import { ValueField } from './value-field.tsx';

interface PartsSectionProps {
  bot: Bot;
  username: string;
  rules: StartRules;
  state: DraftState;
  built: BuiltLink;
  history: readonly UtmLink[];
}

/** Parts of the link, in rows; under rules that do not split payloads one field. */
export function PartsSection({ bot, username, rules, state, built, history }: PartsSectionProps) {
  const { t } = useTranslation();
  const kindLabel = useId();
  const list = useRef<HTMLDivElement>(null);
  const { draft, rows } = state;
  const appProblem = built.problems.find(({ field }) => field === 'app');
  const replaceRow = (row: Row) => state.changeRows(rows.map((each) => (each.id === row.id ? row : each)));
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
    <Section
      title={t('UtmBuilder.make.title')}
      actions={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => state.put({ kind: 'start', app: '', parts: startParts(rules) })}
        >
          {t('UtmBuilder.make.clear')}
        </Button>
      }
    >
      <Stack gap={6} align="flex-start" mb={16}>
        <Box id={kindLabel} component="span" fz="sm" fw={500}>
          {t('UtmBuilder.make.kind')}
        </Box>
        <SegmentedControl
          aria-labelledby={kindLabel}
          value={draft.kind}
          onChange={(kind) => state.change({ kind })}
          data={linkKinds.map((value) => ({ value, label: t(`UtmBuilder.make.kinds.${value}`) }))}
        />
        <Text c="dimmed" fz="sm" maw="64ch">
          {t(`UtmBuilder.make.kindText.${draft.kind}`)}
        </Text>
      </Stack>
      {draft.kind === 'startapp' && (
        <TextInput
          className={classes.app}
          label={t('UtmBuilder.make.app')}
          description={t('UtmBuilder.make.appHint', { username })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.app}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          error={appProblem && problemWords(t, appProblem)}
          onChange={(event) => state.change({ app: event.currentTarget.value.trim() })}
        />
      )}
      {rules.type === 'auto' ? (
        <SimplePart bot={bot} row={rows[0] ?? state.newRow()} problem={problemAt(built, 0)} onChange={replaceRow} />
      ) : (
        <div ref={list}>
          <Flex component="ul" direction="column" gap={12} mb={12}>
            {rows.map((row, index) => (
              <PartRow
                key={row.id}
                bot={bot}
                rules={rules}
                row={row}
                position={index + 1}
                problem={problemAt(built, index)}
                others={rows.filter(({ id }) => id !== row.id).map(({ name }) => name)}
                history={history}
                onChange={replaceRow}
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
      )}
      <Box mt={16} c="dimmed" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {rules.type === 'auto'
          ? t('UtmBuilder.make.simpleHint')
          : t('UtmBuilder.make.rules', { example: buildExample(rules) })}{' '}
        {may(bot, 'settings.view') && (
          <Link to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'links' }} className={classes.link}>
            {t('UtmBuilder.make.changeRules')}
          </Link>
        )}
      </Box>
    </Section>
  );
}

const problemAt = ({ problems }: BuiltLink, index: number): LinkProblem | undefined =>
  problems.find(({ part }) => part === index);

/** Returns an example with two parts: `source-news1_medium-email`. */
function buildExample({ paramSeparator, valueSeparator, sourceParam }: StartRules): string {
  const source = sourceParam === unnamedPart ? 'source' : sourceParam;
  return `${source}${valueSeparator}news1${paramSeparator}medium${valueSeparator}email`;
}

interface SimplePartProps {
  bot: Bot;
  row: Row;
  problem: LinkProblem | undefined;
  onChange(row: Row): void;
}

/** The whole payload, where the bot's rules do not split it. */
function SimplePart({ bot, row, problem, onChange }: SimplePartProps) {
  const { t } = useTranslation();
  return (
    <ValueField
      bot={bot}
      dimension="source"
      className={classes.simple}
      label={t('UtmBuilder.make.simple')}
      value={row.value}
      error={problem && problemWords(t, problem)}
      onChange={(value) => onChange({ ...row, name: unnamedPart, value })}
    />
  );
}
