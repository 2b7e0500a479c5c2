import { api, type Channel, isFixed, type NotificationKind, type NotificationSettings } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { changeAtOnce } from '../../../platform/api/optimistic.ts';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Note, Under } from '../../../ui/words.tsx';
import classes from './notifications-section.module.css';

const notifyQuery = queryOptions({
  queryKey: ['notify'],
  queryFn: ({ signal }) => call(api.getNotificationSettings, { signal }),
});

/** Which messages the account gets, and where. */
export function NotificationsSection() {
  const { t } = useTranslation();
  const query = useQuery(notifyQuery);
  return (
    <Section title={t('Notifications.title')}>
      <p>{t('Notifications.text')}</p>
      <Loaded query={query} height={220}>
        {(settings) => (
          <>
            <Choices settings={settings} />
            {!settings.available.includes('email') && (
              <Note className={classes.hint}>{t('Notifications.noEmail')}</Note>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

type Kind = NotificationSettings['kinds'][number];

function Choices({ settings: { available, kinds } }: { settings: NotificationSettings }) {
  const { t } = useTranslation();
  const columns: readonly DataColumn<Kind>[] = [
    {
      id: 'kind',
      name: t('Notifications.kind'),
      isRowName: true,
      cell: ({ kind }) => (
        <>
          {t(`Notifications.kinds.${kind}.name`)}
          <Under className={classes.about}>{t(`Notifications.kinds.${kind}.text`)}</Under>
        </>
      ),
    },
    ...available.map(
      (channel): DataColumn<Kind> => ({
        id: channel,
        name: t(`Notifications.channels.${channel}`),
        align: 'center',
        cell: ({ kind, channels }) => (
          <Checkbox
            display="inline-block"
            aria-label={t('Notifications.box', {
              kind: t(`Notifications.kinds.${kind}.name`),
              channel: t(`Notifications.channels.${channel}`),
            })}
            checked={channels.includes(channel)}
            disabled={isFixed(kind, channel)}
            onChange={({ currentTarget: { checked } }) => choose(kind, channel, checked, t('Notifications.saved'))}
          />
        ),
      }),
    ),
  ];
  return (
    <DataTable
      look="plain"
      className={classes.table}
      label={t('Notifications.title')}
      columns={columns}
      rows={kinds}
      rowId={({ kind }) => kind}
    />
  );
}

/** The box changes at once; if the server refuses, it changes back and a toast says why. */
async function choose(kind: NotificationKind, channel: Channel, on: boolean, done: string): Promise<void> {
  const kinds = queryClient.getQueryData(notifyQuery.queryKey)?.kinds ?? [];
  const old = kinds.find((each) => each.kind === kind)?.channels ?? [];
  const channels = [...old.filter((each) => each !== channel), ...(on ? [channel] : [])];
  try {
    await changeAtOnce<NotificationSettings>({
      queryKey: notifyQuery.queryKey,
      apply: (settings) => ({
        ...settings,
        kinds: settings.kinds.map((each) => (each.kind === kind ? { kind, channels } : each)),
      }),
      send: () => call(api.setNotificationSettings, { body: { kind, channels } }),
    });
    showDone(done);
  } catch (error) {
    showError(error);
  }
}
