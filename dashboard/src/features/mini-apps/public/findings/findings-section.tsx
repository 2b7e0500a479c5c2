import { Box, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import type { Finding } from './findings.ts';

const tones = { bad: 'warn', warn: 'warn', good: 'good', info: 'info' } as const;

interface Described {
  title: string;
  text: string;
  /** Possible reasons, one a line. */
  checks?: readonly string[];
  /** Control that solves the problem at once. */
  remedy?: ReactNode;
}

interface FindingsSectionProps<Hit, Kind extends string> {
  title: string;
  /** Text shown before there is any finding. */
  waiting: string;
  query: UseQueryResult<Hit[]>;
  findings(hits: readonly Hit[]): readonly Finding<Kind>[];
  describe(finding: Finding<Kind>): Described;
}

/** Describes problems with the reports of a page, and what to do about them. Follows new hits. */
export function FindingsSection<Hit, Kind extends string>(props: FindingsSectionProps<Hit, Kind>) {
  const { title, waiting, query, findings, describe } = props;
  return (
    <Section title={title}>
      <Loaded query={query} height={80}>
        {(hits) => {
          const pageFindings = findings(hits);
          if (pageFindings.length === 0) return <p role="status">{waiting}</p>;
          return (
            <Stack gap={12} role="status">
              {pageFindings.map((finding) => (
                <Shown key={finding.kind} finding={finding} words={describe(finding)} />
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Shown({ finding: { kind, tone }, words }: { finding: Finding<string>; words: Described }) {
  const { t } = useTranslation();
  const { title, text, checks, remedy } = words;
  return (
    <Notice tone={tones[tone]}>
      <strong>{title}</strong>
      <div>{text}</div>
      {checks && (
        <Box component="ul" m={0} mt={4} pl={20} style={{ listStyle: 'disc' }}>
          {checks.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </Box>
      )}
      {kind === 'malformed' && (
        <TextLink to="." search={(oldSearch) => ({ ...oldSearch, tab: 'hits' })}>
          {t('PageScript.test.toErrors')}
        </TextLink>
      )}
      {remedy}
    </Notice>
  );
}
