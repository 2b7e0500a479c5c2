import { type MiniApp, miniAppStatuses } from '@botscope/contract';
import { Button, Flex, NativeSelect, Text } from '@mantine/core';
import { IconAppWindow, IconFilterOff, IconPlus, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { appsQuery } from '../../data/mini-apps-data.ts';
import type { AppsSearch } from '../../search.ts';
import { AppTable } from './app-table.tsx';

/** The Mini Apps of all bots of the account. */
export function AppsPage() {
  const { t } = useTranslation();
  const { bots } = useSession();
  const query = useQuery(appsQuery);
  const mayAdd = Object.values(bots).some((bot) => may(bot, 'webapp.manage'));
  const hasApps = query.data !== undefined && query.data.length > 0;
  return (
    <Page title={t('MiniApps.title')} actions={mayAdd && hasApps && <AddLink />}>
      <Text c="dimmed" maw="80ch" mb={20}>
        {t('MiniApps.text')}
      </Text>
      <Loaded query={query} height={240}>
        {(apps) => (apps.length > 0 ? <Listed apps={apps} /> : <NoApps hasBots={Object.keys(bots).length > 0} />)}
      </Loaded>
    </Page>
  );
}

function NoApps({ hasBots }: { hasBots: boolean }) {
  const { t } = useTranslation();
  const { bots } = useSession();
  const mayAdd = Object.values(bots).some((bot) => may(bot, 'webapp.manage'));
  const what = !hasBots ? 'noBot' : mayAdd ? 'none' : 'noneShared';
  return (
    <EmptyState
      icon={hasBots ? <IconAppWindow size={36} stroke={1.4} /> : <IconRobot size={36} stroke={1.4} />}
      title={t(`MiniApps.${what}.title`)}
      text={t(`MiniApps.${what}.text`)}
    >
      {!hasBots && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
      {mayAdd && <AddLink />}
    </EmptyState>
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

/** Filters are there once there is something to choose between. */
function Listed({ apps }: { apps: readonly MiniApp[] }) {
  const { t } = useTranslation();
  const { bots } = useSession();
  const navigate = useNavigate();
  const { owner, status } = useSearch({ from: '/layout/webapps' });
  const change = (part: AppsSearch) =>
    void navigate({ to: '/webapps', search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false });
  const owners = [...new Set(apps.map(({ bot_key }) => bot_key))];
  const statuses = miniAppStatuses.filter((one) => apps.some((app) => app.status === one));
  const shown = apps.filter((app) => (!owner || app.bot_key === owner) && (!status || app.status === status));
  return (
    <>
      {(owners.length > 1 || statuses.length > 1 || owner || status) && (
        <Flex component="search" gap={12} wrap="wrap" mb={16}>
          {(owners.length > 1 || owner) && (
            <NativeSelect
              aria-label={t('MiniApps.columns.bot')}
              value={owner ?? ''}
              data={[
                { value: '', label: t('MiniApps.anyBot') },
                ...owners.map((key) => ({ value: key, label: bots[key]?.bot_name ?? key })),
              ]}
              onChange={(event) => change({ owner: event.currentTarget.value })}
            />
          )}
          {(statuses.length > 1 || status) && (
            <NativeSelect
              aria-label={t('MiniApps.columns.status')}
              value={status ?? ''}
              data={[
                { value: '', label: t('MiniApps.anyStatus') },
                ...statuses.map((one) => ({ value: one, label: t(`MiniApps.status.${one}`) })),
              ]}
              onChange={(event) => change({ status: event.currentTarget.value })}
            />
          )}
        </Flex>
      )}
      {shown.length > 0 ? (
        <AppTable apps={shown} />
      ) : (
        <EmptyState icon={<IconFilterOff size={32} stroke={1.4} />} title={t('MiniApps.noMatch')}>
          <Button variant="default" onClick={() => change({ owner: '', status: '' })}>
            {t('MiniApps.reset')}
          </Button>
        </EmptyState>
      )}
    </>
  );
}
