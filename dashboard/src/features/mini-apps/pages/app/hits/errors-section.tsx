import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { DataTable } from '../../../../../ui/table/data-table.tsx';
import { Under } from '../../../../../ui/words.tsx';
import type { AppPath } from '../../../data/mini-apps-data.ts';
import { useAppErrors } from '../use-followed.ts';
import { malformedWords } from './hit-table.tsx';

/** Events that could not be read, by kind, with the newest example. */
export function ErrorsSection({ app }: { app: AppPath }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useAppErrors(app);
  return (
    <Section title={t('AppPage.errors.title')}>
      <Loaded query={query} height={80}>
        {(errors) =>
          errors.length === 0 ? (
            <p>{t('AppPage.errors.none')}</p>
          ) : (
            <DataTable
              look="plain"
              label={t('AppPage.errors.title')}
              columns={[
                {
                  id: 'problem',
                  name: t('AppPage.errors.problem'),
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
                  name: t('AppPage.errors.count'),
                  align: 'end',
                  cell: ({ count }) => format.number(count),
                },
                {
                  id: 'time',
                  name: t('AppPage.errors.last'),
                  isUnbroken: true,
                  cell: ({ time, first_time }) => (
                    <span>
                      <time dateTime={time}>{format.moment(time)}</time>
                      <Under>{t('AppPage.errors.since', { moment: format.moment(first_time) })}</Under>
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
