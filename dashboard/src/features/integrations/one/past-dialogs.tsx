import { deliveryDays, providerDescriptors } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { countBackfill, countReplay, replayDeliveries, startBackfill } from '../data/integrations-data.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import type { DialogProps } from './parts.ts';

const hourMs = 3_600_000;
/** Periods that can be chosen, hours. */
const replayHours = [1, 24, 72, 168, deliveryDays * 24] as const;
const backfillHours = [24, 72, 168, 720, 2160] as const;

interface HoursFieldProps {
  hours: number;
  choices: readonly number[];
  /** Longer periods cannot be chosen. */
  most: number | null;
  onChange(hours: number): void;
}

function HoursField({ hours, choices, most, onChange }: HoursFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <NativeSelect
      data-autofocus
      label={t('IntegrationDetails.past.period')}
      value={String(hours)}
      data={choices.map((each) => ({
        value: String(each),
        label: t('IntegrationDetails.past.last', { duration: format.duration(each * 3_600) }),
        disabled: most !== null && each > most,
      }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}

/** The moment at which the dialog was opened: the period that is counted is the one that is sent. */
const usePeriod = (hours: number) => {
  const [until] = useState(() => Date.now());
  return { from: new Date(until - hours * hourMs).toISOString(), until: new Date(until).toISOString() };
};

/** Sends everything of a period again, with the IDs that it had. */
export function ReplayDialog({ integration, onClose }: DialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [hours, setHours] = useState<number>(24);
  const period = usePeriod(hours);
  const count = useQuery({
    queryKey: ['integrations', integration.integration_key, 'replay-count', period],
    queryFn: () => countReplay(integration, period),
  });
  const { busy, run } = useAction(async () => {
    const sent = await replayDeliveries(integration, period);
    showDone(t('IntegrationDetails.retry.done', { count: sent, number: format.number(sent) }));
    onClose();
  });
  const { repeats } = providerDescriptors[integration.provider];
  return (
    <Dialog onClose={onClose} title={t('IntegrationDetails.replay.title')}>
      <div className={classes.body}>
        <p>{t('IntegrationDetails.replay.text')}</p>
        <p>{t(`IntegrationDetails.replay.${repeats}`)}</p>
        <HoursField hours={hours} choices={replayHours} most={null} onChange={setHours} />
        <Loaded query={count} height={24}>
          {(events) => (
            <p role="status">{t('IntegrationDetails.past.count', { count: events, number: format.number(events) })}</p>
          )}
        </Loaded>
        <DialogButtons
          submit={t('IntegrationDetails.replay.submit')}
          busy={busy}
          isDisabled={!count.data}
          onCancel={onClose}
          onSubmit={() => void run()}
        />
      </div>
    </Dialog>
  );
}

/** Sends events from before the integration, beside the new ones. */
export function BackfillDialog({ integration, onClose }: DialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { maxAgeHours } = providerDescriptors[integration.provider];
  const [hours, setHours] = useState<number>(24);
  const { from } = usePeriod(hours);
  const isPossible = maxAgeHours === null || hours <= maxAgeHours;
  const count = useQuery({
    queryKey: ['integrations', integration.integration_key, 'backfill-count', from],
    queryFn: () => countBackfill(integration, from),
    enabled: isPossible,
  });
  const { busy, run } = useAction(async () => {
    await startBackfill(integration, from);
    showDone(t('IntegrationDetails.backfill.done'));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t('IntegrationDetails.backfill.title')}>
      <div className={classes.body}>
        <p>{t('IntegrationDetails.backfill.text')}</p>
        <HoursField hours={hours} choices={backfillHours} most={maxAgeHours} onChange={setHours} />
        {isPossible && (
          <Loaded query={count} height={24}>
            {({ count: events, at_most: isAtMost }) => (
              <p role="status">
                {t(isAtMost ? 'IntegrationDetails.past.atMost' : 'IntegrationDetails.past.count', {
                  count: events,
                  number: format.number(events),
                })}
              </p>
            )}
          </Loaded>
        )}
        <DialogButtons
          submit={t('IntegrationDetails.backfill.submit')}
          busy={busy}
          isDisabled={!count.data?.count}
          onCancel={onClose}
          onSubmit={() => void run()}
        />
      </div>
    </Dialog>
  );
}
