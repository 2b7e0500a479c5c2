import type { Bot, SegmentRules } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../ui/words.tsx';
import { segmentsQuery } from '../data/segments-data.ts';
import { RulesBar } from '../rules/rules-bar.tsx';

interface RulesFieldProps {
  bot: Bot;
  rules: SegmentRules;
  onChange(rules: SegmentRules): void;
}

/** In place of rules that select by what the account may not see. */
export function HiddenRules() {
  const { t } = useTranslation();
  return (
    <Note>
      {t('Users.rules.hidden')}. {t('Users.rules.hiddenText')}
    </Note>
  );
}

/** Rules that select users, for forms of other features: chips, the dialog, and the segments to choose by one click. */
export function RulesField({ bot, rules, onChange }: RulesFieldProps) {
  const { t } = useTranslation();
  const segments = useQuery(segmentsQuery(bot.key)).data ?? [];
  const selectedIds = new Set(
    rules.rules.flatMap((rule) => ('kind' in rule && rule.kind === 'segment' ? rule.segment_id : [])),
  );
  const toggle = (id: number) =>
    onChange(
      selectedIds.has(id)
        ? {
            ...rules,
            rules: rules.rules.filter((rule) => !('kind' in rule && rule.kind === 'segment' && rule.segment_id === id)),
          }
        : { ...rules, rules: [...rules.rules, { kind: 'segment', segment_id: id, not: false }] },
    );
  return (
    <>
      <RulesBar bot={bot} rules={rules} onChange={onChange} />
      {segments.length > 0 && (
        <Flex component="section" gap={6} wrap="wrap" align="center" mt={8} aria-label={t('Users.segments.title')}>
          {segments.map(({ segment_id, name }) => (
            <Button
              key={segment_id}
              size="compact-sm"
              radius="xl"
              variant={selectedIds.has(segment_id) ? 'light' : 'default'}
              aria-pressed={selectedIds.has(segment_id)}
              onClick={() => toggle(segment_id)}
            >
              <bdi>{name}</bdi>
            </Button>
          ))}
        </Flex>
      )}
    </>
  );
}
