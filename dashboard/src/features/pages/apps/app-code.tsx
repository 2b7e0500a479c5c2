import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeSection, InstallSection, PolicySection, useScript } from '../code/code-sections.tsx';
import type { PageParts } from '../data/page-kind.ts';
import { useChangeSearch, usePageSearch } from '../data/page-search.ts';
import type { AppTypes } from './app-kind.ts';
import { buildSnippet, clickChoices, snippetKinds } from './app-snippets.ts';

/** The lines for the page of the app. */
export const AppCode: PageParts<AppTypes>['Code'] = ({ page, findings }) => {
  const { t } = useTranslation();
  const search = usePageSearch();
  const change = useChangeSearch();
  const { hasVersions, ...script } = useScript('mini_app');

  const kind = snippetKinds.find((each) => each === search.snippet) ?? 'html';
  const clicks = clickChoices.find((each) => each === search.clicks) ?? 'tagged';
  const telegram = search.telegram !== 'off';
  const hasOptions = kind !== 'older';
  const { install, events } = buildSnippet(kind, { ...script, key: page.key, clicks, telegram });
  return (
    <>
      <InstallSection
        title={t('PageDetailsApp.code.title')}
        kindLabel={t('PageDetailsApp.code.kind')}
        kinds={snippetKinds.map((value) => ({ value, label: t(`PageDetailsApp.code.kinds.${value}`) }))}
        kind={kind}
        choices={
          hasOptions && (
            <>
              <NativeSelect
                label={t('PageDetailsApp.code.clicks')}
                value={clicks}
                data={clickChoices.map((value) => ({ value, label: t(`PageDetailsApp.code.clickChoices.${value}`) }))}
                onChange={(event) => change({ clicks: event.currentTarget.value })}
              />
              <Checkbox
                mb={8}
                label={t('PageDetailsApp.code.telegram')}
                checked={telegram}
                onChange={(event) => change({ telegram: event.currentTarget.checked ? '' : 'off' })}
              />
            </>
          )
        }
        version={{ isShown: hasOptions && kind !== 'npm' && hasVersions, isFrozen: script.frozen !== null }}
        text={t(`PageDetailsApp.code.how.${kind}`)}
        files={install}
      />
      {findings}
      <CodeSection title={t('Pages.code.events')} text={t(`PageDetailsApp.code.eventsHow.${kind}`)} files={events} />
      <PolicySection host={script.host} note={t('PageDetailsApp.code.frames')} />
    </>
  );
};
