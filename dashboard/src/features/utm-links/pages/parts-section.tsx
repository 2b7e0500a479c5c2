import {
  type Bot,
  type BuiltLink,
  type LinkProblem,
  type StartRules,
  type UtmLink,
  unnamedPart,
} from '@botscope/contract';
import { Box, Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Section } from '../../../ui/section.tsx';
import { linkKinds, startParts } from './link-draft.ts';
import { PartList } from './part-list.tsx';
import classes from './parts-section.module.css';
import { findPartProblem, problemWords } from './problem-words.ts';
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
  const { draft, rows } = state;
  const appProblem = built.problems.find(({ field }) => field === 'app');
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
        <SimplePart
          bot={bot}
          row={rows[0] ?? state.newRow()}
          problem={findPartProblem(built, 0)}
          onChange={state.replaceRow}
        />
      ) : (
        <PartList bot={bot} rules={rules} state={state} built={built} history={history} />
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
