import { type Bot, formatRules, type Segment, type SegmentRules } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LeaveGuard } from '../../../../ui/leave-guard.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Facts, Section } from '../../../../ui/section.tsx';
import { mayKeepLists, segmentsQuery } from '../../data/segments-data.ts';
import { SelectionPreview } from '../../rules/selection-preview.tsx';
import { NoUsers } from '../../shared/no-users.tsx';
import { MembersSection } from './members-section.tsx';
import { OverlapSection } from './overlap-section.tsx';
import { removeWithUndo } from './segment-actions.ts';
import { SegmentCount } from './segment-count.tsx';
import { SegmentForm } from './segment-form.tsx';
import { SegmentHistory } from './segment-history.tsx';
import { UsedIn } from './segment-table.tsx';

/** One segment of the current bot; `new` makes one. */
export function SegmentPage() {
  const { t } = useTranslation();
  const { segmentId } = useParams({ from: '/layout/segments/$segmentId' });
  const { bot } = useCurrentBot();
  const crumbs = [{ label: t('Users.segments.title'), to: '/segments' as const }];
  if (!bot || !may(bot, 'section.users.list')) {
    return (
      <Page title={t('Users.segments.title')}>
        <NoUsers bot={bot} />
      </Page>
    );
  }
  if (segmentId === 'new') {
    return (
      <Page title={t('Users.segments.newTitle')} crumbs={crumbs}>
        {may(bot, 'tasker.list.save') ? (
          <SegmentForm bot={bot} segment={null} key={bot.key} />
        ) : (
          <NoSegment why="mayNotMake" />
        )}
        <LeaveGuard />
      </Page>
    );
  }
  return <KnownSegment bot={bot} id={segmentId} crumbs={crumbs} key={`${bot.key} ${segmentId}`} />;
}

interface KnownSegmentProps {
  bot: Bot;
  id: string;
  crumbs: readonly { label: string; to: '/segments' }[];
}

/** Rules that select exactly the users of a segment. */
const formatMembersRules = (id: number): string =>
  formatRules({ match: 'all', rules: [{ kind: 'segment', segment_id: id, not: false }] } satisfies SegmentRules);

function KnownSegment({ bot, id, crumbs }: KnownSegmentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery(segmentsQuery(bot.key));
  const segment = query.data?.find(({ segment_id }) => String(segment_id) === id);
  const remove = async (removedSegment: Segment) => {
    if (await removeWithUndo(bot.key, removedSegment)) await navigate({ to: '/segments' });
  };
  return (
    <Page
      title={segment?.name ?? t('Users.segments.one')}
      crumbs={crumbs}
      actions={
        segment && (
          <>
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => (
                <Link to="/users" search={{ rules: formatMembersRules(segment.segment_id) }} {...props} />
              )}
            >
              {t('Users.segments.openUsers')}
            </Button>
            {segment.may_change && may(bot, 'tasker.list.delete') && (
              <Button size="xs" variant="default" onClick={() => remove(segment)}>
                {t('Users.segments.remove')}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query} height={480}>
        {(segments) =>
          segment ? <Content bot={bot} segment={segment} segments={segments} /> : <NoSegment why="missing" />
        }
      </Loaded>
      <LeaveGuard />
    </Page>
  );
}

function Content({ bot, segment, segments }: { bot: Bot; segment: Segment; segments: readonly Segment[] }) {
  const { t } = useTranslation();
  const { segment_id, kind, used_in } = segment;
  return (
    <>
      <Section title={t('Users.segments.size')}>
        <Facts
          facts={[
            [t('Users.segments.users'), <SegmentCount key="count" bot={bot} segment={segment} />],
            [t('Users.segments.kind'), t(`Users.segments.kinds.${kind}`)],
            ...(used_in.length > 0
              ? [[t('Users.segments.usedIn'), <UsedIn key="used" segments={used_in} />] as const]
              : []),
          ]}
        />
      </Section>
      <SegmentForm bot={bot} segment={segment} />
      {kind === 'dynamic' && <SegmentHistory bot={bot} segment={segment} />}
      {kind === 'list' && mayKeepLists(bot) && <MembersSection bot={bot} segment={segment} />}
      {kind !== 'dynamic' && (
        <Section title={t('Users.preview.examples')}>
          <SelectionPreview bot={bot} selection={{ rules: formatMembersRules(segment_id) }} />
        </Section>
      )}
      <OverlapSection bot={bot} segment={segment} segments={segments} />
    </>
  );
}

/** `mayNotMake`: the access of an account to another owner’s bot does not include it. */
function NoSegment({ why }: { why: 'missing' | 'mayNotMake' }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconUsersGroup size={36} stroke={1.4} />}
      title={t(`Users.segments.${why}.title`)}
      text={t(`Users.segments.${why}.text`)}
    >
      <Button renderRoot={(props) => <Link to="/segments" {...props} />}>{t(`Users.segments.${why}.back`)}</Button>
    </EmptyState>
  );
}
