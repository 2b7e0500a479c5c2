import type { Bot, SegmentCondition, SegmentRules } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Note } from '../../../../ui/words.tsx';
import { createSegment, segmentsQuery } from '../../data/segments-data.ts';
import { NoUsers } from '../../shared/no-users.tsx';
import { SegmentTable } from './segment-table.tsx';
import classes from './segments.module.css';

const onceTimes = { of: 'count', is: 'at_least', number: 1 } as const;
const event = (
  part: Pick<Extract<SegmentCondition, { kind: 'event' }>, 'did' | 'event' | 'when'>,
): SegmentCondition => ({ kind: 'event', times: onceTimes, ...part });
const month = { kind: 'last', days: 30 } as const;

const examples: readonly { name: 'churned' | 'fresh' | 'left'; rules: SegmentRules }[] = [
  {
    name: 'churned',
    rules: {
      match: 'all',
      rules: [
        event({ did: true, event: { kind: 'payment' }, when: { kind: 'ever' } }),
        event({ did: false, event: { kind: 'action', types: [] }, when: month }),
      ],
    },
  },
  {
    name: 'fresh',
    rules: { match: 'all', rules: [{ kind: 'seen', seen: 'first', when: { kind: 'last', days: 7 } }] },
  },
  {
    name: 'left',
    rules: {
      match: 'all',
      rules: [
        { kind: 'property', property: 'status', not: false, values: ['left'] },
        event({ did: true, event: { kind: 'blocked' }, when: month }),
      ],
    },
  },
];

/** In place of an empty table: useful segments that one click makes. */
function FirstSegments({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run } = useAction(async ({ name, rules }: (typeof examples)[number]) => {
    const segment = await createSegment(bot.key, {
      name: t(`Users.segments.examples.${name}.name`),
      kind: 'dynamic',
      rules,
    });
    await navigate({ to: '/segments/$segmentId', params: { segmentId: String(segment.segment_id) } });
  });
  return (
    <>
      <EmptyState
        icon={<IconUsersGroup size={36} stroke={1.4} />}
        title={t('Users.segments.nothing.title')}
        text={t('Users.segments.nothing.text')}
      />
      {may(bot, 'tasker.list.save') && (
        <ul className={classes.examples}>
          {examples.map((example) => {
            const name = t(`Users.segments.examples.${example.name}.name`);
            return (
              <li key={example.name} className={classes.example}>
                <h3>{name}</h3>
                <Note>{t(`Users.segments.examples.${example.name}.text`)}</Note>
                <Button
                  size="xs"
                  variant="default"
                  disabled={busy}
                  aria-label={`${t('Users.segments.create')}: ${name}`}
                  onClick={() => run(example)}
                >
                  {t('Users.segments.create')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

/** The segments of the current bot. */
export function SegmentsPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'section.users.list')) {
    return (
      <Page title={t('Users.segments.title')}>
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
      title={t('Users.segments.title')}
      actions={
        may(bot, 'tasker.list.save') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/segments/$segmentId" params={{ segmentId: 'new' }} {...props} />}
          >
            {t('Users.segments.add')}
          </Button>
        )
      }
    >
      <Note className={classes.text}>{t('Users.segments.text')}</Note>
      {bot.is_demo && <Note className={classes.text}>{t('Users.segments.inDemo')}</Note>}
      <Loaded query={query} height={240}>
        {(segments) =>
          segments.length === 0 ? <FirstSegments bot={bot} /> : <SegmentTable bot={bot} segments={segments} />
        }
      </Loaded>
    </Page>
  );
}
