import { Checkbox, Flex, NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import { CodePanels } from '../../../public/code/code-panels.tsx';
import { PolicySection } from '../../../public/code/policy-section.tsx';
import { VersionChoice } from '../../../public/code/version-choice.tsx';
import { useTrackerScripts } from '../../../public/script-data.ts';
import type { AppSearch } from '../../../search.ts';
import type { AppProps } from '../app-props.ts';
import { SelfTestSection } from '../self-test-section.tsx';
import { buildSnippet, clickChoices, snippetKinds } from './snippets.ts';

/** Path of the script unless the server gives another one. */
const usualPath = '/w.js';

/** The lines for the page of the app. What is chosen stands in the address. */
export function CodeTab({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/layout/webapps/$app' });
  const scripts = useTrackerScripts();
  const change = (part: AppSearch) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...part }),
      replace: true,
      resetScroll: false,
    });

  const host = window.location.origin;
  const kind = snippetKinds.find((each) => each === search.snippet) ?? 'html';
  const clicks = clickChoices.find((each) => each === search.clicks) ?? 'tagged';
  const script = scripts?.mini_app;
  const isFrozen = search.version === 'frozen' && script !== undefined;
  const hasOptions = kind !== 'older';
  const hasTag = hasOptions && kind !== 'npm';
  const { install, events } = buildSnippet(kind, {
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
          <VersionChoice isFrozen={isFrozen} onChange={(frozen) => change({ version: frozen ? 'frozen' : '' })} />
        )}
        <p>{t(`AppPage.code.how.${kind}`)}</p>
        <CodePanels files={install} />
      </Section>
      <SelfTestSection app={app} bot={bot} />
      <Section title={t('PageScript.code.events')}>
        <p>{t(`AppPage.code.eventsHow.${kind}`)}</p>
        <CodePanels files={events} />
      </Section>
      <PolicySection host={host} note={t('AppPage.code.frames')} />
    </>
  );
}
