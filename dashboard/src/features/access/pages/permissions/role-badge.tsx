import type { Role } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import classes from './permissions.module.css';

export function RoleBadge({ of: role }: { of: Role }) {
  const { t } = useTranslation();
  return (
    <span className={classes.badge} data-role={role} title={t(`Permissions.roles.${role}.text`)}>
      {t(`Permissions.roles.${role}.name`)}
    </span>
  );
}
