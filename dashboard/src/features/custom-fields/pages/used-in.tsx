import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim } from '../../../ui/words.tsx';
import type { FieldUse } from '../../users/public/field-uses.ts';

/** The segments and saved views that name a field, each with a link. */
export function UsedIn({ uses }: { uses: readonly FieldUse[] | undefined }) {
  const { t } = useTranslation();
  if (uses === undefined) return <Dim>{t('Fields.uses.unknown')}</Dim>;
  if (uses.length === 0) return <Dim>{t('Fields.nowhere')}</Dim>;
  return (
    <Stack component="ul" gap={2}>
      {uses.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`}>
          <Dim>{t(`Fields.uses.${kind}`)}</Dim>{' '}
          {kind === 'segment' ? (
            <TextLink to="/segments/$segmentId" params={{ segmentId: String(id) }}>
              <bdi>{name}</bdi>
            </TextLink>
          ) : (
            <TextLink to="/users" search={{ view: String(id) }}>
              <bdi>{name}</bdi>
            </TextLink>
          )}
        </li>
      ))}
    </Stack>
  );
}
