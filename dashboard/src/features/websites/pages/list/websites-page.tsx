import { Button } from '@mantine/core';
import { IconPlus, IconWorldCode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../../mini-apps/public/list/list-page.tsx';
import { useShownBots } from '../../../mini-apps/public/shown-bots.ts';
import { websitesQuery } from '../../data/websites-data.ts';
import { WebsiteTable } from './website-table.tsx';

/** The websites of all bots of the account. */
export function WebsitesPage() {
  const { t } = useTranslation();
  return (
    <ListPage
      title={t('Websites.title')}
      text={t('Websites.text')}
      query={useQuery(websitesQuery(useShownBots().demo))}
      search={useSearch({ from: '/layout/code4-site' })}
      noMatch={t('Websites.noMatch')}
      icon={<IconWorldCode size={36} stroke={1.4} />}
      words={(reason) => ({ title: t(`Websites.${reason}.title`), text: t(`Websites.${reason}.text`) })}
      add={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/code4-site/new" {...props} />}
        >
          {t('Websites.add')}
        </Button>
      }
    >
      {(visibleSites) => <WebsiteTable sites={visibleSites} />}
    </ListPage>
  );
}
