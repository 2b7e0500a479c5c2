import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { AuditLog } from './audit-log.tsx';

/** Activity log of the account, for its profile. */
export function AccountAuditSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('Audit.accountTitle')}>
      <p>{t('Audit.accountText')}</p>
      <AuditLog botKey={null} />
    </Section>
  );
}
