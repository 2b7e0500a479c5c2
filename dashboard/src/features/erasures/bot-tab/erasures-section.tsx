import type { Bot, Erasure } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Section } from '../../../ui/section.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { MoreRows } from '../../../ui/table/more-rows.tsx';
import { Dim } from '../../../ui/words.tsx';
import { erasuresQuery, loadCertificate } from '../data/erasures-data.ts';

const tones = { waiting: 'plain', running: 'plain', hidden: 'warn', done: 'good' } as const;

/** All erasures of the bot, with the certificates of those that are done. */
export function ErasuresSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(erasuresQuery(bot.key));
  return (
    <Section title={t('Erasures.list.title')}>
      <Loaded query={query} height={160}>
        {({ pages }) => {
          const erasures = pages.flatMap((page) => page.erasures);
          if (erasures.length === 0) {
            return (
              <EmptyState
                icon={<IconEraser size={32} stroke={1.4} />}
                title={t('Erasures.list.none.title')}
                text={t('Erasures.list.none.text')}
              />
            );
          }
          return (
            <>
              <p>{t('Erasures.list.text')}</p>
              <ErasureTable bot={bot} erasures={erasures} />
              <MoreRows label={t('Erasures.list.more')} query={query} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function ErasureTable({ bot, erasures }: { bot: Bot; erasures: readonly Erasure[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Erasure>[] = [
    {
      id: 'time',
      name: t('Erasures.columns.time'),
      isRowName: true,
      isUnbroken: true,
      cell: ({ created_at: createdAt }) => <time dateTime={createdAt}>{format.moment(createdAt)}</time>,
    },
    { id: 'mode', name: t('Erasures.columns.mode'), isUnbroken: true, cell: ({ mode }) => t(`Erasures.modes.${mode}`) },
    { id: 'users', name: t('Erasures.columns.users'), align: 'end', cell: ({ users }) => format.number(users) },
    {
      id: 'state',
      name: t('Erasures.columns.state'),
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`Erasures.states.${state}`)}</Badge>,
    },
    {
      id: 'by',
      name: t('Erasures.columns.by'),
      cell: ({ created_by: author }) => (author === null ? <Dim>{t('Erasures.nobody')}</Dim> : <bdi>{author}</bdi>),
    },
    {
      id: 'certificate',
      name: t('Erasures.columns.certificate'),
      cell: (erasure) =>
        erasure.state === 'done' ? <CertificateButton bot={bot} erasure={erasure} /> : <Dim>{t('Erasures.later')}</Dim>,
    },
  ];
  return (
    <DataTable
      look="plain"
      label={t('Erasures.list.title')}
      columns={columns}
      rows={erasures}
      rowId={({ erasure_id: id }) => String(id)}
    />
  );
}

function CertificateButton({ bot, erasure }: { bot: Bot; erasure: Erasure }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, run } = useAction(async () =>
    saveFile(`erasure-${erasure.erasure_id}.json`, await loadCertificate(bot.key, erasure)),
  );
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      aria-label={t('Erasures.certificateOf', { time: format.moment(erasure.created_at) })}
      onClick={() => void run()}
    >
      {t('Erasures.download')}
    </Button>
  );
}
