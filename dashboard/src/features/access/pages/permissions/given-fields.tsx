import type { Given, Permissions } from '@botscope/contract';
import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyChoice } from './key-choice.tsx';
import classes from './permissions.module.css';
import { ReportChoice } from './report-choice.tsx';
import { RoleCards } from './role-cards.tsx';

interface GivenFieldsProps {
  given: Given;
  permissions: Permissions;
  onChange(given: Given): void;
}

/** Fields of an access to grant. Most members need only a role, so that all further choices are folded. */
export function GivenFields({ given, permissions, onChange }: GivenFieldsProps) {
  const { t } = useTranslation();
  const { role, keys, reports } = given;
  const count = (selectedCount: number) =>
    selectedCount === 0 ? t('Permissions.form.chosenNone') : t('Permissions.form.chosen', { count: selectedCount });
  return (
    <>
      <RoleCards
        label={t('Permissions.form.role')}
        value={role}
        permissions={permissions}
        none={{ name: t('Permissions.roles.none.name'), text: t('Permissions.roles.none.text') }}
        onChange={(selectedRole) => onChange({ ...given, role: selectedRole })}
      />
      <Fold title={t('Permissions.form.further')} count={count(keys.length)} open={role === null && keys.length > 0}>
        <KeyChoice given={given} permissions={permissions} onChange={onChange} />
      </Fold>
      <Fold title={t('Permissions.form.single')} count={count(reports.length)} open={reports.length > 0}>
        <ReportChoice given={given} permissions={permissions} onChange={onChange} />
      </Fold>
    </>
  );
}

/** `open`: as it is at first; from then on as the person leaves it. */
function Fold({ title, count, open, children }: { title: string; count: string; open: boolean; children: ReactNode }) {
  const [isOpened, setOpened] = useState(open);
  return (
    <details className={classes.fold} open={isOpened} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <span>{title}</span>
        <Box component="span" c="dimmed" fw={400}>
          {count}
        </Box>
      </summary>
      <Box pb={14} px={14}>
        {children}
      </Box>
    </details>
  );
}
