import { Button } from '@mantine/core';
import { IconAppWindow, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { appsQuery } from '../../data/mini-apps-data.ts';
import { ListPage } from '../../public/list/list-page.tsx';
import { useShownBots } from '../../public/shown-bots.ts';
import { AppTable } from './app-table.tsx';

/** The Mini Apps of all bots of the account. */
export function AppsPage() {
  const { t } = useTranslation();
  return (
    <ListPage
      title={t('MiniApps.title')}
      text={t('MiniApps.text')}
      query={useQuery(appsQuery(useShownBots().demo))}
      search={useSearch({ from: '/layout/webapps' })}
      noMatch={t('MiniApps.noMatch')}
      icon={<IconAppWindow size={36} stroke={1.4} />}
      words={(reason) => ({ title: t(`MiniApps.${reason}.title`), text: t(`MiniApps.${reason}.text`) })}
      add={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/add-app" {...props} />}
        >
          {t('MiniApps.add')}
        </Button>
      }
    >
      {(visibleApps) => <AppTable apps={visibleApps} />}
    </ListPage>
  );
}
