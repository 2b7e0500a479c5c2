import type { Bot } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { AuditLog } from '../log/audit-log.tsx';

/** Activity log of the bot. */
export function AuditTab({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  return (
    <Section title={t('Audit.title')}>
      <p>{t('Audit.text')}</p>
      <AuditLog botKey={bot.key} />
    </Section>
  );
}
