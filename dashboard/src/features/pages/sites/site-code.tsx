import { Box, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../ui/words.tsx';
import { CodeSection, InstallSection, PolicySection, useScript } from '../code/code-sections.tsx';
import type { PageParts } from '../data/page-kind.ts';
import { useChangeSearch, usePageSearch } from '../data/page-search.ts';
import { useLinkRules, WholePayloads } from './link-rules.tsx';
import { buildSettings } from './link-settings.ts';
import { ProxySection } from './proxy-section.tsx';
import type { SiteTypes } from './site-kind.ts';
import {
  buildCalls,
  buildInstall,
  productNames,
  type SnippetKind,
  type SnippetOptions,
  snippetKinds,
} from './site-snippets.ts';

/** The lines for the pages of the website. */
export const SiteCode: PageParts<SiteTypes>['Code'] = ({ page, bot, findings }) => {
  const { t } = useTranslation();
  const search = usePageSearch();
  const change = useChangeSearch();
  const { hasVersions, ...script } = useScript('website');
  const rules = useLinkRules(bot);

  const kind = snippetKinds.find((each) => each === search.snippet) ?? 'html';
  const nameOf = (each: SnippetKind) =>
    each === 'html' || each === 'npm' ? t(`PageDetailsSite.code.kinds.${each}`) : productNames[each];
  const isOff = search.links === 'off';
  const isReadable = page.options.link_mode === 'readable' && !isOff;
  const settings = buildSettings(page.options, isOff, rules);
  const options: SnippetOptions = { ...script, key: page.key, settings };
  const { events, links, consent } = buildCalls(kind, bot.username || bot.bot_name);
  return (
    <>
      <InstallSection
        title={t('PageDetailsSite.code.title')}
        kindLabel={t('PageDetailsSite.code.kind')}
        kinds={snippetKinds.map((value) => ({ value, label: nameOf(value) }))}
        kind={kind}
        choices={
          <NativeSelect
            label={t('PageDetailsSite.code.linkChoice')}
            value={isOff ? 'off' : 'on'}
            data={(['on', 'off'] as const).map((value) => ({
              value,
              label: t(`PageDetailsSite.code.linkChoices.${value}`),
            }))}
            onChange={(event) => change({ links: event.currentTarget.value === 'off' ? 'off' : '' })}
          />
        }
        version={{ isShown: kind !== 'npm' && hasVersions, isFrozen: script.frozen !== null }}
        text={t(`PageDetailsSite.code.how.${kind}`)}
        files={buildInstall(kind, options)}
      >
        {isReadable && rules === null && (
          <Box mt={12}>
            <Note>{t('PageDetailsSite.code.unknownRules')}</Note>
          </Box>
        )}
        {isReadable && <WholePayloads bot={bot} rules={rules} />}
      </InstallSection>
      {findings}
      {page.options.consent === 'required' && (
        <CodeSection
          title={t('PageDetailsSite.code.consent.title')}
          text={t('PageDetailsSite.code.consent.text')}
          files={consent}
        />
      )}
      <CodeSection
        title={t('Pages.code.events')}
        text={t(kind === 'npm' ? 'PageDetailsSite.code.events.npm' : 'PageDetailsSite.code.events.text')}
        files={events}
      />
      <CodeSection
        title={t('PageDetailsSite.code.links.title')}
        text={t('PageDetailsSite.code.links.text')}
        files={links}
      />
      <PolicySection host={options.host} />
      {kind !== 'npm' && <ProxySection options={options} />}
    </>
  );
};
