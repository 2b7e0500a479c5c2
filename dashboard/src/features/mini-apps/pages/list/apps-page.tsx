import { Button, Text } from '@mantine/core';
import { IconAppWindow, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { appsQuery } from '../../data/mini-apps-data.ts';
import { FilteredList } from '../../public/list/filtered-list.tsx';
import { useMayAdd } from '../../public/list/may-add.ts';
import { NoneYet } from '../../public/list/none-yet.tsx';
import { useShownBots } from '../../public/shown-bots.ts';
import { AppTable } from './app-table.tsx';

/** The Mini Apps of all bots of the account. */
export function AppsPage() {
  const { t } = useTranslation();
  const query = useQuery(appsQuery(useShownBots().demo));
  const { mayAdd } = useMayAdd();
  const search = useSearch({ from: '/layout/webapps' });
  const hasApps = query.data !== undefined && query.data.length > 0;
  const words = (what: 'noBot' | 'none' | 'noneShared') => ({
    title: t(`MiniApps.${what}.title`),
    text: t(`MiniApps.${what}.text`),
  });
  return (
    <Page title={t('MiniApps.title')} actions={mayAdd && hasApps && <AddLink />}>
      <Text c="dimmed" maw="80ch" mb={20}>
        {t('MiniApps.text')}
      </Text>
      <Loaded query={query} height={240}>
        {(apps) =>
          apps.length > 0 ? (
            <FilteredList items={apps} search={search} noMatch={t('MiniApps.noMatch')}>
              {(shown) => <AppTable apps={shown} />}
            </FilteredList>
          ) : (
            <NoneYet icon={<IconAppWindow size={36} stroke={1.4} />} words={words}>
              <AddLink />
            </NoneYet>
          )
        }
      </Loaded>
    </Page>
  );
}

function AddLink() {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} renderRoot={(props) => <Link to="/add-app" {...props} />}>
      {t('MiniApps.add')}
    </Button>
  );
}
