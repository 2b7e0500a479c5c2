import type { MiniAppStatus } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';

const tones = { enabled: 'good', paused: 'warn', archived: 'plain' } as const;

export function AppStatus({ status }: { status: MiniAppStatus }) {
  const { t } = useTranslation();
  return <Badge tone={tones[status]}>{t(`MiniApps.status.${status}`)}</Badge>;
}
