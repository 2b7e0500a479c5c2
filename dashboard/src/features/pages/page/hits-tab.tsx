import type { PageError } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Under } from '../../../ui/words.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { PageKind, PageParts, SectionProps } from '../data/page-kind.ts';
import { describeMalformed } from './hit-table.tsx';

interface HitsTabProps<T extends PageTypes> extends SectionProps<T>, Pick<PageParts<T>, 'HitTable'> {
  kind: PageKind<T>;
}

/** The last 50 hits as they come in, and what could not be read. */
export function HitsTab<T extends PageTypes>({ kind, HitTable, page, bot }: HitsTabProps<T>) {
  const { t } = useTranslation();
  // No more hits are shown while the user reads them.
  const [isPaused, setPaused] = useState(false);
  const recentHits = kind.data.useRecentHits(page, isPaused);
  return (
    <>
      <Section
        title={t('Pages.hits.title')}
        actions={
          <Button
            variant="default"
            leftSection={
              isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
            }
            onClick={() => setPaused(!isPaused)}
          >
            {t(isPaused ? 'Pages.hits.resume' : 'Pages.hits.pause')}
          </Button>
        }
      >
        <p>{t('Pages.hits.text')}</p>
        <Loaded query={recentHits} height={320}>
          {(hits) =>
            hits.length > 0 ? (
              <HitTable hits={hits} bot={bot} />
            ) : (
              <p>
                {t('Pages.hits.none')}{' '}
                <TextLink to="." search={(oldSearch) => ({ ...oldSearch, tab: 'code' })}>
                  {t('Pages.hits.toCode')}
                </TextLink>
              </p>
            )
          }
        </Loaded>
      </Section>
      <ErrorsSection query={kind.data.useErrors(page)} />
    </>
  );
}

/** Events that could not be read, by kind, with the newest example. */
function ErrorsSection({ query }: { query: UseQueryResult<PageError[]> }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Section title={t('Pages.errors.title')}>
      <Loaded query={query} height={80}>
        {(errors) =>
          errors.length === 0 ? (
            <p>{t('Pages.errors.none')}</p>
          ) : (
            <DataTable
              look="plain"
              label={t('Pages.errors.title')}
              columns={[
                {
                  id: 'problem',
                  name: t('Pages.errors.problem'),
                  isRowName: true,
                  cell: ({ problem, text }) => (
                    <span>
                      {describeMalformed(t, problem)}
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
                  name: t('Pages.errors.count'),
                  align: 'end',
                  cell: ({ count }) => format.number(count),
                },
                {
                  id: 'time',
                  name: t('Pages.errors.last'),
                  isUnbroken: true,
                  cell: ({ time, first_time }) => (
                    <span>
                      <time dateTime={time}>{format.moment(time)}</time>
                      <Under>{t('Pages.errors.since', { moment: format.moment(first_time) })}</Under>
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
