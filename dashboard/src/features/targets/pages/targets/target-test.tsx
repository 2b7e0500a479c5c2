import type { TargetTest as Answer } from '@botscope/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import type { TargetValues } from './target-values.ts';
import classes from './targets.module.css';
import type { Trial } from './use-target-test.ts';

/** Conversions that the target on the form would have counted in the last 7 days. */
export function TargetTest({ values, trial }: { values: TargetValues; trial: Trial }) {
  const { t } = useTranslation();
  const { query, possible, stale, refused } = trial;
  const hasProblems = Object.keys(refused).length > 0;
  return (
    <Section title={t('Conversions.test.title')}>
      <p>{t(values.kind === 'api' ? 'Conversions.test.api' : 'Conversions.test.text')}</p>
      <div aria-live="polite">
        {values.kind !== 'api' && (!possible || hasProblems) && <p>{t('Conversions.test.incomplete')}</p>}
        {possible && !hasProblems && (
          <Loaded query={query} height={120}>
            {(answer) => (
              <div className={stale ? classes.stale : undefined}>
                <Found answer={answer} />
              </div>
            )}
          </Loaded>
        )}
      </div>
    </Section>
  );
}

function Found({ answer: { count, users, examples } }: { answer: Answer }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (count === 0) {
    return (
      <>
        <Text mb={12} fz="xl" fw={600} className="tabular">
          {t('Conversions.test.nothing')}
        </Text>
        <Text inherit c="dimmed">
          {t('Conversions.test.nothingHint')}
        </Text>
      </>
    );
  }
  const columns: readonly DataColumn<Answer['examples'][number]>[] = [
    {
      id: 'time',
      name: t('Conversions.test.time'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{format.moment(at)}</time>,
    },
    {
      id: 'user',
      name: t('Conversions.test.user'),
      cell: ({ first_name, user_id }) => first_name || user_id,
    },
    {
      id: 'what',
      name: t('Conversions.test.what'),
      isEmpty: ({ text }) => text === '',
      cell: ({ text }) => text,
    },
  ];
  return (
    <>
      <Text mb={12} fz="xl" fw={600} className="tabular">
        {t('Conversions.test.found', {
          conversions: t('Conversions.test.conversions', { count, number: format.number(count) }),
          users: t('Conversions.test.users', { count: users, number: format.number(users) }),
        })}
      </Text>
      {examples.length > 0 && (
        <DataTable
          label={t('Conversions.test.examples')}
          columns={columns}
          rows={examples}
          rowId={({ at, user_id }) => `${at} ${user_id}`}
        />
      )}
    </>
  );
}
