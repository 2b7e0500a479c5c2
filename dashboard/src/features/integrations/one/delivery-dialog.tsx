import type { Attempt as AttemptSchema, Integration } from '@botscope/contract';
import { Button, Flex, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import body from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts } from '../../../ui/section.tsx';
import { Note } from '../../../ui/words.tsx';
import { deliveryQuery, retryDeliveries } from '../data/integrations-data.ts';
import { adviseOn, describeProblem } from '../shared/integration-state.ts';
import { AnswerPanel, RequestPanel } from '../shared/request-panel.tsx';
import { DeliveryStateCell } from './delivery-state.tsx';

type Attempt = z.output<typeof AttemptSchema>;

interface DeliveryDialogProps {
  integration: Integration;
  deliveryId: string;
  mayManage: boolean;
  onClose(): void;
}

/** One delivery: what was sent, and every answer. */
export function DeliveryDialog({ integration, deliveryId, mayManage, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(deliveryQuery(integration, deliveryId));
  const type = query.data?.delivery.type;
  return (
    <Dialog
      size={760}
      onClose={onClose}
      title={type ? t(`IntegrationEvents.${type}.name`) : t('IntegrationDetails.deliveries.one')}
    >
      <Loaded query={query} height={320}>
        {({ delivery, request, attempts }) => (
          <div className={body.body}>
            <Facts
              facts={[
                [t('Integrations.columns.state'), <DeliveryStateCell key="state" delivery={delivery} />],
                [t('IntegrationDetails.deliveries.at'), format.moment(delivery.at)],
                ...(delivery.user_id === null
                  ? []
                  : [[t('IntegrationDetails.deliveries.user'), String(delivery.user_id)] as const]),
                ...(delivery.settled_at === null
                  ? []
                  : [[t('IntegrationDetails.deliveries.settled'), format.moment(delivery.settled_at)] as const]),
              ]}
            />
            {delivery.code && (
              <Notice tone="warn">
                <strong>{describeProblem(t, delivery.code)}.</strong> {adviseOn(t, delivery.code)}
                {delivery.detail !== '' && (
                  <Text lang="en" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {delivery.detail}
                  </Text>
                )}
              </Notice>
            )}
            {mayManage && delivery.state !== 'waiting' && (
              <Retry integration={integration} deliveryId={deliveryId} isUnknown={delivery.state === 'unknown'} />
            )}
            {attempts.map((attempt, index) => (
              <AttemptPanel key={attempt.at} attempt={attempt} number={index + 1} />
            ))}
            {request && <RequestPanel request={request} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function AttemptPanel({ attempt, number }: { attempt: Attempt; number: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { at, ms, code, status, answer, deliveries } = attempt;
  const words = [
    t('IntegrationDetails.deliveries.attempt', { number }),
    format.moment(at),
    t('IntegrationDetails.deliveries.ms', { number: format.number(ms) }),
    ...(deliveries > 1 ? [t('IntegrationDetails.deliveries.together', { number: format.number(deliveries) })] : []),
    ...(code === null ? [] : [describeProblem(t, code)]),
  ];
  return (
    <Stack gap={8}>
      <Note>{words.join(' · ')}</Note>
      {(status !== null || answer !== '') && <AnswerPanel status={status} answer={answer} />}
    </Stack>
  );
}

/** Sends the event again; where no answer came, only after a question. */
function Retry({
  integration,
  deliveryId,
  isUnknown,
}: {
  integration: Integration;
  deliveryId: string;
  isUnknown: boolean;
}) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { busy, run } = useAction(async () => {
    await retryDeliveries(integration, { delivery_ids: [deliveryId] });
    setAsking(false);
    showDone(t('IntegrationDetails.retry.done', { count: 1, number: 1 }));
  });
  return (
    <>
      {isAsking && <Notice tone="warn">{t('IntegrationDetails.retry.unknown.text')}</Notice>}
      <Flex gap={8} wrap="wrap">
        <Button
          variant="default"
          loading={busy}
          onClick={() => (isUnknown && !isAsking ? setAsking(true) : void run())}
        >
          {t(isAsking ? 'IntegrationDetails.retry.anyway' : 'IntegrationDetails.retry.one')}
        </Button>
      </Flex>
    </>
  );
}
