import type { PageError } from '@botscope/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Under } from '../../../../ui/words.tsx';
import { malformedWords } from './hit-words.ts';

/** Events that could not be read, by kind, with the newest example. */
export function ErrorsSection({ query }: { query: UseQueryResult<PageError[]> }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Section title={t('PageScript.errors.title')}>
      <Loaded query={query} height={80}>
        {(errors) =>
          errors.length === 0 ? (
            <p>{t('PageScript.errors.none')}</p>
          ) : (
            <DataTable
              look="plain"
              label={t('PageScript.errors.title')}
              columns={[
                {
                  id: 'problem',
                  name: t('PageScript.errors.problem'),
                  isRowName: true,
                  cell: ({ problem, text }) => (
                    <span>
                      {malformedWords(t, problem)}
                      {text !== '' && (
                        <Under>
                          <code>{text}</code>
                        </Under>
                      )}
                    </span>
                  ),
                },
                {
                  id: 'count',
                  name: t('PageScript.errors.count'),
                  align: 'end',
                  cell: ({ count }) => format.number(count),
                },
                {
                  id: 'time',
                  name: t('PageScript.errors.last'),
                  isUnbroken: true,
                  cell: ({ time, first_time }) => (
                    <span>
                      <time dateTime={time}>{format.moment(time)}</time>
                      <Under>{t('PageScript.errors.since', { moment: format.moment(first_time) })}</Under>
                    </span>
                  ),
                },
              ]}
              rows={errors}
              rowId={({ problem }) => problem}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
