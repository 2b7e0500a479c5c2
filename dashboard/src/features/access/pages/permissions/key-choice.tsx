import type { Given, PermissionKey, Permissions } from '@botscope/contract';
import { Box, Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { inRole, withKey } from './given.ts';
import { keyGroups, toDictionaryKey } from './key-groups.ts';
import classes from './permissions.module.css';

interface ChoiceProps {
  given: Given;
  /** Permissions of the account that chooses. */
  permissions: Permissions;
  onChange(given: Given): void;
}

/** Permissions beyond the role's, by subject. Those in the role and those that the chooser lacks are marked as such. */
export function KeyChoice({ given, permissions, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const isGranted = (key: PermissionKey) => inRole(given.role, key) || given.keys.includes(key);
  return (
    <Stack gap={8}>
      {keyGroups.map(({ name, keys, unused }) => (
        <details key={name} className={classes.group}>
          <summary>
            <span>{t(`Permissions.groups.${name}`)}</span>
            <Box component="span" c="dimmed" fw={400}>
              {t('Permissions.groups.chosen', { chosen: keys.filter(isGranted).length, all: keys.length })}
            </Box>
          </summary>
          {unused.length > 0 && <p className={classes.hint}>{t('Permissions.groups.unused')}</p>}
          {keys.map((key) => {
            const fixed = inRole(given.role, key);
            const reason = fixed
              ? t('Permissions.form.ofRole')
              : permissions.keys.has(key)
                ? ''
                : t('Permissions.form.notYours');
            return (
              <Checkbox
                key={key}
                className={classes.right ?? ''}
                classNames={{ description: classes.text ?? '' }}
                label={t(`Permissions.keys.${toDictionaryKey(key)}.name`)}
                description={[
                  t(`Permissions.keys.${toDictionaryKey(key)}.text`),
                  ...(reason ? [`${reason}.`] : []),
                ].join(' ')}
                checked={isGranted(key)}
                // A permission that a member already has can be revoked by anyone who may change the member at all.
                disabled={fixed || (!permissions.keys.has(key) && !given.keys.includes(key))}
                onChange={(event) => onChange(withKey(given, key, event.currentTarget.checked))}
              />
            );
          })}
        </details>
      ))}
    </Stack>
  );
}
