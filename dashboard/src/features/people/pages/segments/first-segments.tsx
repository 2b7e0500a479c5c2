import type { Bot, SegmentCondition, SegmentRules } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Note } from '../../../../ui/words.tsx';
import { createSegment } from '../../data/segments-data.ts';
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
export function FirstSegments({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run } = useAction(async ({ name, rules }: (typeof examples)[number]) => {
    const segment = await createSegment(bot.key, {
      name: t(`People.segments.examples.${name}.name`),
      kind: 'dynamic',
      rules,
    });
    await navigate({ to: '/segments/$segmentId', params: { segmentId: String(segment.segment_id) } });
  });
  return (
    <>
      <EmptyState
        icon={<IconUsersGroup size={36} stroke={1.4} />}
        title={t('People.segments.nothing.title')}
        text={t('People.segments.nothing.text')}
      />
      {may(bot, 'tasker.list.save') && (
        <ul className={classes.examples}>
          {examples.map((example) => {
            const name = t(`People.segments.examples.${example.name}.name`);
            return (
              <li key={example.name} className={classes.example}>
                <h3>{name}</h3>
                <Note>{t(`People.segments.examples.${example.name}.text`)}</Note>
                <Button
                  size="xs"
                  variant="default"
                  disabled={busy}
                  aria-label={`${t('People.segments.create')}: ${name}`}
                  onClick={() => run(example)}
                >
                  {t('People.segments.create')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
