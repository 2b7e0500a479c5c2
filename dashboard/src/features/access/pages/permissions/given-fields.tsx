import '@mantine/core/styles/Radio.layer.css';
import {
  type AssignableRole,
  assignableRoles,
  type Given,
  mayRead,
  type Permissions,
  type ReportType,
  reportTypes,
} from '@botscope/contract';
import { Box, Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReadableWithout, rolesToGive, withReport } from './given.ts';
import { KeyChoice } from './key-choice.tsx';
import classes from './permissions.module.css';

interface ChoiceProps {
  given: Given;
  /** Permissions of the account that chooses. */
  permissions: Permissions;
  onChange(given: Given): void;
}

const types = Object.keys(reportTypes) as ReportType[];

/** Reports that are open by themselves; found by their names. */
function ReportChoice({ given, permissions, onChange }: ChoiceProps) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLocaleLowerCase(i18n.language);
  const matches = types
    .map((type) => ({ type, title: t(`Reports.titles.${type}`) }))
    .filter(({ title }) => title.toLocaleLowerCase(i18n.language).includes(searchText));
  return (
    <>
      <p className={classes.hint}>{t('Permissions.form.singleText')}</p>
      <TextInput
        type="search"
        aria-label={t('Permissions.form.search')}
        placeholder={t('Permissions.form.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.reports}>
        {matches.map(({ type, title }) => {
          const isIncluded = isReadableWithout(given, type);
          const isSelected = given.reports.includes(type);
          const reason = isIncluded
            ? t('Permissions.form.ofRole')
            : mayRead(permissions, type)
              ? ''
              : t('Permissions.form.notYours');
          return (
            <Checkbox
              key={type}
              label={title}
              classNames={{ description: classes.text ?? '' }}
              {...(reason && { description: reason })}
              checked={isIncluded || isSelected}
              disabled={(isIncluded && !isSelected) || (!mayRead(permissions, type) && !isSelected)}
              onChange={(event) => onChange(withReport(given, type, event.currentTarget.checked))}
            />
          );
        })}
      </div>
      {matches.length === 0 && (
        <p className={classes.hint} role="status">
          {t('Permissions.form.nothing')}
        </p>
      )}
    </>
  );
}

interface RoleCardsProps {
  label: string;
  value: AssignableRole | null;
  /** Permissions of the account that chooses, which may grant only these. */
  permissions: Permissions;
  /** Beside the roles: only what is chosen apart from them. */
  none: { name: string; text: string };
  onChange(role: AssignableRole | null): void;
}

const labelClasses = { label: classes.roleName ?? '', description: classes.text ?? '' };

/** The roles, each with what it means; those that the chooser cannot give say why. */
function RoleCards({ label, value, permissions, none, onChange }: RoleCardsProps) {
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
            classNames={labelClasses}
          />
        ))}
        <Radio
          value="none"
          label={none.name}
          description={none.text}
          className={classes.card ?? ''}
          classNames={labelClasses}
        />
      </Stack>
    </Radio.Group>
  );
}

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

/** `open`: as it is at first; from then on as the colleague leaves it. */
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
