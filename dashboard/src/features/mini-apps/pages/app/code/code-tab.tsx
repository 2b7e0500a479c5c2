import { Box, Checkbox, Flex, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CodePanel } from '../../../../../ui/code-panel.tsx';
import { CopyLine } from '../../../../../ui/copy-line.tsx';
import { OptionCards } from '../../../../../ui/option-cards.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { trackerScriptsQuery } from '../../../data/mini-apps-data.ts';
import type { AppSearch } from '../../../search.ts';
import type { AppProps } from '../app-props.ts';
import { SelfTestSection } from '../self-test-section.tsx';
import { clickChoices, policyOf, type SnippetFile, snippetKinds, snippetOf } from './snippets.ts';

const versions = ['rolling', 'frozen'] as const;
/** Where the script is as long as the server does not say otherwise. */
const usualPath = '/w.js';

/** The lines for the page of the app. What is chosen stands in the address. */
export function CodeTab({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/layout/webapps/$app' });
  const { data: scripts } = useQuery(trackerScriptsQuery);
  const change = (part: AppSearch) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), replace: true, resetScroll: false });

  const host = window.location.origin;
  const kind = snippetKinds.find((each) => each === search.snippet) ?? 'html';
  const clicks = clickChoices.find((each) => each === search.clicks) ?? 'tagged';
  const script = scripts?.mini_app;
  const isFrozen = search.version === 'frozen' && script !== undefined;
  const hasOptions = kind !== 'older';
  const hasTag = hasOptions && kind !== 'npm';
  const { install, events } = snippetOf(kind, {
    ...{ key: app.key, host, path: script?.path ?? usualPath, clicks, telegram: search.telegram !== 'off' },
    frozen: isFrozen ? { path: script.frozen_path, integrity: script.integrity } : null,
  });
  return (
    <>
      <Section title={t('AppPage.code.title')}>
        <Flex gap={16} wrap="wrap" align="flex-end" mb={16}>
          <NativeSelect
            label={t('AppPage.code.kind')}
            value={kind}
            data={snippetKinds.map((value) => ({ value, label: t(`AppPage.code.kinds.${value}`) }))}
            onChange={(event) => change({ snippet: event.currentTarget.value })}
          />
          {hasOptions && (
            <NativeSelect
              label={t('AppPage.code.clicks')}
              value={clicks}
              data={clickChoices.map((value) => ({ value, label: t(`AppPage.code.clickChoices.${value}`) }))}
              onChange={(event) => change({ clicks: event.currentTarget.value })}
            />
          )}
          {hasOptions && (
            <Checkbox
              mb={8}
              label={t('AppPage.code.telegram')}
              checked={search.telegram !== 'off'}
              onChange={(event) => change({ telegram: event.currentTarget.checked ? '' : 'off' })}
            />
          )}
        </Flex>
        {hasTag && script !== undefined && (
          <Box mb={16}>
            <OptionCards
              label={t('AppPage.code.version')}
              name="version"
              value={isFrozen ? 'frozen' : 'rolling'}
              options={versions.map((value) => ({
                value,
                label: t(`AppPage.code.versions.${value}.label`),
                text: t(`AppPage.code.versions.${value}.text`),
              }))}
              onChange={(value) => change({ version: value === 'frozen' ? value : '' })}
            />
          </Box>
        )}
        <p>{t(`AppPage.code.how.${kind}`)}</p>
        <Panels files={install} />
      </Section>
      <SelfTestSection app={app} bot={bot} />
      <Section title={t('AppPage.code.events')}>
        <p>{t(`AppPage.code.eventsHow.${kind}`)}</p>
        <Panels files={events} />
      </Section>
      <Section title={t('AppPage.code.policy')}>
        <p>{t('AppPage.code.policyText')}</p>
        <CopyLine label="Content-Security-Policy" value={policyOf(host)} copyLabel={t('AppPage.code.copyPolicy')} />
        <Box mt={12}>
          <Note>{t('AppPage.code.frames')}</Note>
        </Box>
      </Section>
    </>
  );
}

function Panels({ files }: { files: readonly SnippetFile[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap={12}>
      {files.map(({ name, code }) => (
        <CodePanel key={name} tool={name} code={code} copyLabel={t('AppPage.code.copy', { name })} />
      ))}
    </Stack>
  );
}
