import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Note } from '../../../../ui/words.tsx';
import { segmentsQuery } from '../../data/segments-data.ts';
import { NoUsers } from '../../shared/no-users.tsx';
import { FirstSegments } from './first-segments.tsx';
import { SegmentTable } from './segment-table.tsx';
import classes from './segments.module.css';

/** The segments of the current bot. */
export function SegmentsPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'section.users.list')) {
    return (
      <Page title={t('People.segments.title')}>
        <NoUsers bot={bot} />
      </Page>
    );
  }
  return <Segments bot={bot} key={bot.key} />;
}

function Segments({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(segmentsQuery(bot.key));
  return (
    <Page
      title={t('People.segments.title')}
      actions={
        may(bot, 'tasker.list.save') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/segments/$segmentId" params={{ segmentId: 'new' }} {...props} />}
          >
            {t('People.segments.add')}
          </Button>
        )
      }
    >
      <Note className={classes.text}>{t('People.segments.text')}</Note>
      {bot.is_demo && <Note className={classes.text}>{t('People.segments.inDemo')}</Note>}
      <Loaded query={query} height={240}>
        {(segments) =>
          segments.length === 0 ? <FirstSegments bot={bot} /> : <SegmentTable bot={bot} segments={segments} />
        }
      </Loaded>
    </Page>
  );
}
