import { Button } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { botsQuery, may } from '../../../../platform/session/bot-data.ts';
import { useDemo } from '../../../../platform/session/demo.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { BotsTable } from './bots-table.tsx';

export function BotsPage() {
  const { t } = useTranslation();
  const demo = useDemo();
  const { data: bots = [], error } = useQuery(botsQuery);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} renderRoot={(props) => <Link to="/add-bot" {...props} />}>
      {t('Shell.addBot')}
    </Button>
  );
  return (
    <Page
      title={t('Bots.title')}
      actions={
        bots.length > 0 && (
          <>
            {bots.some((bot) => may(bot, 'errors.view')) && (
              <Button variant="default" renderRoot={(props) => <Link to="/bot_errors" {...props} />}>
                {t('Connection.list.errorLog')}
              </Button>
            )}
            {add}
          </>
        )
      }
    >
      {error && <Notice tone="warn">{failureText(codeOf(error))}</Notice>}
      {bots.length === 0 ? (
        <EmptyState
          icon={<IconRobot size={36} stroke={1.4} />}
          title={t('Bots.empty.title')}
          text={t('Bots.empty.text')}
        >
          {add}
          {demo.available && (
            <Button variant="default" onClick={demo.start}>
              {t('Bots.empty.demo')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <BotsTable bots={bots} />
      )}
    </Page>
  );
}
