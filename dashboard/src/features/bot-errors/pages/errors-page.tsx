import { api, type Bot } from '@botscope/contract';
import { Button, Flex, Text } from '@mantine/core';
import { IconCircleCheck, IconFilterOff, IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { MoreRows } from '../../../ui/table/more-rows.tsx';
import { settingsQuery } from '../../bot-settings/public/settings-data.ts';
import { errorsQuery, parseFilters } from '../data/errors-data.ts';
import { ErrorFilters } from './error-filters.tsx';
import { ErrorTable } from './error-table.tsx';
import classes from './errors-page.module.css';

/** The error log of the current bot. The filters are in the address. */
export function ErrorsPage() {
  const { t } = useTranslation();
  const { bot, demo } = useCurrentBot();
  if (!bot || demo || !may(bot, 'errors.view')) {
    const reason = bot && !demo ? 'noAccess' : 'noBot';
    return (
      <Page title={t('BotErrors.title')}>
        <EmptyState
          icon={<IconRobot size={36} stroke={1.4} />}
          title={t(`BotErrors.${reason}.title`)}
          text={t(`BotErrors.${reason}.text`)}
        >
          {reason === 'noBot' && (
            <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>
          )}
        </EmptyState>
      </Page>
    );
  }
  return <Log bot={bot} key={bot.key} />;
}

function Log({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const search = useSearch({ from: '/layout/bot_errors' });
  const query = useInfiniteQuery({ ...errorsQuery(bot.key, search), placeholderData: keepPreviousData });
  const isFiltered = Object.keys(parseFilters(search)).length > 0;
  const first = query.data?.pages[0];
  const reset = () =>
    navigate({
      to: '/bot_errors',
      search: (oldSearch) => ({ ...oldSearch, kind: undefined, code: undefined, method: undefined, search: undefined }),
    });
  return (
    <Page
      title={t('BotErrors.title')}
      crumbs={[{ label: bot.bot_name, bot: bot.key }]}
      actions={
        may(bot, 'settings.edit') && <ClearButton bot={bot} disabled={!first || (first.total === 0 && !isFiltered)} />
      }
    >
      <Explanation bot={bot} />
      {(isFiltered || (first && first.total > 0)) && (
        <ErrorFilters search={search} codes={first?.codes ?? []} methods={first?.methods ?? []} onReset={reset} />
      )}
      <Loaded query={query} height={320}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines);
          if (lines.length === 0 && isFiltered) {
            return (
              <EmptyState
                icon={<IconFilterOff size={32} stroke={1.4} />}
                title={t('BotErrors.noMatch.title')}
                text={t('BotErrors.noMatch.text')}
              >
                <Button variant="default" onClick={reset}>
                  {t('BotErrors.reset')}
                </Button>
              </EmptyState>
            );
          }
          if (lines.length === 0) {
            return (
              <EmptyState
                icon={<IconCircleCheck size={36} stroke={1.4} />}
                title={t('BotErrors.none.title')}
                text={t('BotErrors.none.text')}
              />
            );
          }
          return (
            <>
              <ErrorTable lines={lines} stale={query.isPlaceholderData} />
              <MoreRows
                total={t('BotErrors.total', { count: first?.total ?? 0, number: format.number(first?.total ?? 0) })}
                label={t('BotErrors.more')}
                query={query}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Explanation({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const { data: settings } = useQuery({ ...settingsQuery(bot.key), enabled: may(bot, 'settings.view') });
  return (
    <Text inherit mt={-12} mb={20} maw="80ch" c="dimmed">
      {t('BotErrors.text')} {settings && t('BotErrors.kept', { count: settings.error_days })}{' '}
      {settings && may(bot, 'settings.edit') && (
        <Link to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'data' }} className={classes.link}>
          {t('BotErrors.change')}
        </Link>
      )}
    </Text>
  );
}

/** Empties the log after a question: what is deleted cannot be brought back. */
function ClearButton({ bot, disabled }: { bot: Bot; disabled: boolean }) {
  const { t } = useTranslation();
  const [confirming, setConfirming] = useState(false);
  const { busy, run: clear } = useAction(async () => {
    await call(api.clearBotErrors, { params: { key: bot.key } });
    await queryClient.invalidateQueries({ queryKey: ['bots', bot.key, 'errors'] });
    showDone(t('BotErrors.cleared'));
    setConfirming(false);
  });
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => setConfirming(true)}>
        {t('BotErrors.clear')}
      </Button>
      {confirming && (
        <Dialog onClose={() => setConfirming(false)} title={t('BotErrors.clearTitle', { name: bot.bot_name })}>
          <div className={dialog.body}>
            <p>{t('BotErrors.clearText')}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
              <Button variant="default" data-autofocus onClick={() => setConfirming(false)}>
                {t('General.Cancel')}
              </Button>
              <Button color="red.8" loading={busy} onClick={clear}>
                {t('BotErrors.clear')}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </>
  );
}
