import type { FieldChange, PersonField } from '@botscope/contract';
import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Dim } from '../../../ui/words.tsx';
import { fieldHistoryQuery } from './fields-data.ts';
import { valueWords, wrapped } from './value-words.ts';

/** Earlier values of one field of one user, the newest first: what, when, and who wrote it. */
export function FieldHistory({ bot, userId, field }: { bot: string; userId: number; field: PersonField }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const query = useQuery(fieldHistoryQuery(bot, userId, field.key));
  const writer = ({ by, actor }: FieldChange): string =>
    by === 'account' && actor === '' ? t('Fields.person.by.someone') : t(`Fields.person.by.${by}`, { actor });
  return (
    <Box p="12px 16px" w="min(320px, 90vw)" mah={320} style={{ overflow: 'auto' }}>
      <Loaded query={query} height={80}>
        {(changes) =>
          changes.length === 0 ? (
            <Dim>{t('Fields.person.noHistory')}</Dim>
          ) : (
            <Stack component="ul" gap={10}>
              {changes.map((change) => (
                <li key={change.id}>
                  {change.value === null ? (
                    <Dim>{t('Fields.person.removed')}</Dim>
                  ) : (
                    <bdi style={wrapped}>{valueWords(field, change.value, { t, format, language: i18n.language })}</bdi>
                  )}
                  <Box c="dimmed" fz="xs">
                    <time dateTime={change.at}>{format.moment(change.at)}</time> · <bdi>{writer(change)}</bdi>
                  </Box>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Box>
  );
}
