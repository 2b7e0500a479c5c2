import {
  api,
  isFixed,
  type NotificationKind,
  type NotificationMethod,
  type NotificationSettings,
} from '@botscope/contract';
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

/** Choice of the account's notifications, and of where each is sent. */
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
      (method): DataColumn<Kind> => ({
        id: method,
        name: t(`Notifications.methods.${method}`),
        align: 'center',
        cell: ({ kind, methods }) => (
          <Checkbox
            display="inline-block"
            aria-label={t('Notifications.box', {
              kind: t(`Notifications.kinds.${kind}.name`),
              method: t(`Notifications.methods.${method}`),
            })}
            checked={methods.includes(method)}
            disabled={isFixed(kind, method)}
            onChange={({ currentTarget: { checked } }) => choose(kind, method, checked, t('Notifications.saved'))}
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
async function choose(
  kind: NotificationKind,
  method: NotificationMethod,
  isOn: boolean,
  doneText: string,
): Promise<void> {
  const kinds = queryClient.getQueryData(notifyQuery.queryKey)?.kinds ?? [];
  const oldMethods = kinds.find((each) => each.kind === kind)?.methods ?? [];
  const methods = [...oldMethods.filter((each) => each !== method), ...(isOn ? [method] : [])];
  try {
    await changeAtOnce<NotificationSettings>({
      queryKey: notifyQuery.queryKey,
      apply: (settings) => ({
        ...settings,
        kinds: settings.kinds.map((each) => (each.kind === kind ? { kind, methods } : each)),
      }),
      send: () => call(api.setNotificationSettings, { body: { kind, methods } }),
    });
    showDone(doneText);
  } catch (error) {
    showError(error);
  }
}
