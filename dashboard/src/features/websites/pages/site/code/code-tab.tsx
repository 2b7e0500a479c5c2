import { Box, Flex, NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../../ui/section.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { CodePanels } from '../../../../mini-apps/public/code/code-panels.tsx';
import { PolicySection } from '../../../../mini-apps/public/code/policy-section.tsx';
import { VersionChoice } from '../../../../mini-apps/public/code/version-choice.tsx';
import { useTrackerScripts } from '../../../../mini-apps/public/script-data.ts';
import { useLinkRules } from '../../../data/use-link-rules.ts';
import type { SiteSearch } from '../../../search.ts';
import { WholePayloads } from '../../../shared/whole-payloads.tsx';
import { LiveCheckSection } from '../live-check-section.tsx';
import type { SiteProps } from '../site-props.ts';
import { CallSections } from './call-sections.tsx';
import { buildSettings } from './link-settings.ts';
import { ProxySection } from './proxy-section.tsx';
import { buildInstall, productNames, type SnippetKind, type SnippetOptions, snippetKinds } from './snippets.ts';

/** Path of the script as long as the server does not say otherwise. */
const usualPath = '/site.js';

/** The lines for the pages of the website. What is chosen stands in the address. */
export function CodeTab({ site, bot }: SiteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/layout/code4-site/$site' });
  const script = useTrackerScripts()?.website;
  const rules = useLinkRules(bot);
  const change = (part: SiteSearch) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...part }),
      replace: true,
      resetScroll: false,
    });

  const kind = snippetKinds.find((each) => each === search.snippet) ?? 'html';
  const nameOf = (each: SnippetKind) =>
    each === 'html' || each === 'npm' ? t(`SiteCode.kinds.${each}`) : productNames[each];
  const isOff = search.links === 'off';
  const isFrozen = search.version === 'frozen' && script !== undefined;
  const isReadable = site.options.link_mode === 'readable' && !isOff;
  const options: SnippetOptions = {
    ...{ key: site.key, host: window.location.origin, path: script?.path ?? usualPath },
    frozen: isFrozen ? { path: script.frozen_path, integrity: script.integrity } : null,
    settings: buildSettings(site.options, isOff, rules),
  };
  return (
    <>
      <Section title={t('SiteCode.title')}>
        <Flex gap={16} wrap="wrap" align="flex-end" mb={16}>
          <NativeSelect
            label={t('SiteCode.kind')}
            value={kind}
            data={snippetKinds.map((value) => ({ value, label: nameOf(value) }))}
            onChange={(event) => change({ snippet: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('SiteCode.linkChoice')}
            value={isOff ? 'off' : 'on'}
            data={(['on', 'off'] as const).map((value) => ({ value, label: t(`SiteCode.linkChoices.${value}`) }))}
            onChange={(event) => change({ links: event.currentTarget.value === 'off' ? 'off' : '' })}
          />
        </Flex>
        {kind !== 'npm' && script !== undefined && (
          <VersionChoice isFrozen={isFrozen} onChange={(frozen) => change({ version: frozen ? 'frozen' : '' })} />
        )}
        <p>{t(`SiteCode.how.${kind}`)}</p>
        <CodePanels files={buildInstall(kind, options)} />
        {isReadable && rules === null && (
          <Box mt={12}>
            <Note>{t('SiteCode.unknownRules')}</Note>
          </Box>
        )}
        {isReadable && <WholePayloads bot={bot} rules={rules} />}
      </Section>
      <LiveCheckSection site={site} bot={bot} />
      <CallSections kind={kind} site={site} bot={bot} />
      <PolicySection host={options.host} />
      {kind !== 'npm' && <ProxySection options={options} />}
    </>
  );
}
