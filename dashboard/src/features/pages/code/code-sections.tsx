import { trackerScriptEndpoints } from '@botscope/contract';
import { Box, Flex, NativeSelect, Stack } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { useSession } from '../../../platform/session/session.ts';
import { CodePanel } from '../../../ui/code-panel.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/words.tsx';
import { useChangeSearch, usePageSearch } from '../data/page-search.ts';
import type { SnippetFile, TagOptions } from './script-tag.ts';

const versions = ['rolling', 'frozen'] as const;
/** Paths of the scripts unless the server gives others. */
const usualPaths = { mini_app: '/w.js', website: '/site.js' } as const;

const trackerScriptsQuery = queryOptions({
  queryKey: ['tracker-scripts'],
  queryFn: ({ signal }) => call(trackerScriptEndpoints.trackerScripts, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

type ChosenScript = Omit<TagOptions, 'key'> & { hasVersions: boolean };

/** Script that the address chooses. Until its paths are loaded, or if that fails, it is the newest version. */
export function useScript(kind: 'mini_app' | 'website'): ChosenScript {
  const { user } = useSession();
  const { version } = usePageSearch();
  const script = useQuery({ ...trackerScriptsQuery, enabled: user !== null }).data?.[kind];
  return {
    host: window.location.origin,
    path: script?.path ?? usualPaths[kind],
    frozen: version === 'frozen' && script ? { path: script.frozen_path, integrity: script.integrity } : null,
    hasVersions: script !== undefined,
  };
}

interface InstallSectionProps {
  title: string;
  kindLabel: string;
  kinds: readonly { value: string; label: string }[];
  /** The chosen one of them. */
  kind: string;
  /** Choices beside that of the kind. */
  choices: ReactNode;
  /** Whether there is a choice of the version, and what it is. */
  version: { isShown: boolean; isFrozen: boolean };
  text: string;
  files: readonly SnippetFile[];
  /** Notes below the lines. */
  children?: ReactNode;
}

/** The lines for a page. What is chosen stands in the address. */
export function InstallSection(props: InstallSectionProps) {
  const { t } = useTranslation();
  const change = useChangeSearch();
  return (
    <Section title={props.title}>
      <Flex gap={16} wrap="wrap" align="flex-end" mb={16}>
        <NativeSelect
          label={props.kindLabel}
          value={props.kind}
          data={[...props.kinds]}
          onChange={(event) => change({ snippet: event.currentTarget.value })}
        />
        {props.choices}
      </Flex>
      {props.version.isShown && (
        <Box mb={16}>
          <OptionCards
            label={t('Pages.code.version')}
            name="version"
            value={props.version.isFrozen ? 'frozen' : 'rolling'}
            options={versions.map((value) => ({
              value,
              label: t(`Pages.code.versions.${value}.label`),
              text: t(`Pages.code.versions.${value}.text`),
            }))}
            onChange={(value) => change({ version: value === 'frozen' ? 'frozen' : '' })}
          />
        </Box>
      )}
      <p>{props.text}</p>
      <CodePanels files={props.files} />
      {props.children}
    </Section>
  );
}

export function CodePanels({ files }: { files: readonly SnippetFile[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap={12}>
      {files.map(({ name, code }) => (
        <CodePanel key={name} tool={name} code={code} copyLabel={t('Pages.code.copy', { name })} />
      ))}
    </Stack>
  );
}

/** Code with a heading and a sentence. */
export function CodeSection({ title, text, files }: { title: string; text: string; files: readonly SnippetFile[] }) {
  return (
    <Section title={title}>
      <p>{text}</p>
      <CodePanels files={files} />
    </Section>
  );
}

/** Shows what a page with a Content-Security-Policy has to allow. */
export function PolicySection({ host, note }: { host: string; note?: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('Pages.code.policy')}>
      <p>{t('Pages.code.policyText')}</p>
      <CopyLine
        label="Content-Security-Policy"
        value={`script-src ${host}; connect-src ${host}`}
        copyLabel={t('Pages.code.copyPolicy')}
      />
      {note !== undefined && (
        <Box mt={12}>
          <Note>{note}</Note>
        </Box>
      )}
    </Section>
  );
}
