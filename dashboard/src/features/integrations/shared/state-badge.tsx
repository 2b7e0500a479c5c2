import type { Integration } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { stateOf } from './integration-state.ts';

const tones = { on: 'good', paused: 'plain', stopped: 'warn', failing: 'warn', catching_up: 'accent' } as const;

export function StateBadge({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const state = stateOf(integration);
  return <Badge tone={tones[state]}>{t(`Integrations.states.${state}`)}</Badge>;
}
