import '@mantine/core/styles/Radio.layer.css';
import { type AssignableRole, assignableRoles, type Permissions } from '@botscope/contract';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { rolesToGive } from './given.ts';
import classes from './permissions.module.css';

interface RoleCardsProps {
  label: string;
  value: AssignableRole | null;
  /** Permissions of the account that chooses, which may grant only these. */
  permissions: Permissions;
  /** Beside the roles: only what is chosen apart from them. */
  none: { name: string; text: string };
  onChange(role: AssignableRole | null): void;
}

const words = { label: classes.roleName ?? '', description: classes.text ?? '' };

/** The roles, each with what it means; those that the chooser cannot give say why. */
export function RoleCards({ label, value, permissions, none, onChange }: RoleCardsProps) {
  const { t } = useTranslation();
  const grantableRoles = rolesToGive(permissions);
  const choose = (roleName: string) => onChange(assignableRoles.find((role) => role === roleName) ?? null);
  return (
    <Radio.Group label={label} value={value ?? 'none'} onChange={choose}>
      <Stack gap={8} mt={6}>
        {assignableRoles.map((role) => (
          <Radio
            key={role}
            value={role}
            label={t(`Permissions.roles.${role}.name`)}
            description={
              grantableRoles.includes(role) ? t(`Permissions.roles.${role}.text`) : t('Permissions.form.roleNotYours')
            }
            disabled={!grantableRoles.includes(role)}
            className={classes.card ?? ''}
            classNames={words}
          />
        ))}
        <Radio
          value="none"
          label={none.name}
          description={none.text}
          className={classes.card ?? ''}
          classNames={words}
        />
      </Stack>
    </Radio.Group>
  );
}
