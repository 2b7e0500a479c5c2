import type { PageStatus } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';

const tones = { enabled: 'good', paused: 'warn', archived: 'plain' } as const;

/** Status badge of a Mini App or a website. */
export function ScriptStatus({ status }: { status: PageStatus }) {
  const { t } = useTranslation();
  return <Badge tone={tones[status]}>{t(`PageScript.status.${status}`)}</Badge>;
}
