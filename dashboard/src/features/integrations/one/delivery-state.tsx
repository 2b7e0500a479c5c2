import type { Delivery } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Under } from '../../../ui/words.tsx';
import { describeProblem } from '../shared/integration-state.ts';

const stateTones = { delivered: 'good', waiting: 'plain', failed: 'warn', unknown: 'warn' } as const;

/** The state of a delivery; below it, why, or when it is tried again. */
export function DeliveryStateCell({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, code, due_at: due } = delivery;
  const next =
    due !== null && delivery.attempts > 0
      ? t('IntegrationDetails.deliveries.next', { moment: format.moment(due) })
      : '';
  const why = [code && describeProblem(t, code), next].filter(Boolean).join('. ');
  return (
    <span>
      <Badge tone={stateTones[state]}>{t(`IntegrationDetails.states.${state}`)}</Badge>
      {why && <Under>{why}</Under>}
    </span>
  );
}
