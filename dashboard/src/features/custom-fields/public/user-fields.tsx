import type { Bot, FieldChange, UserField } from '@botscope/contract';
import { ActionIcon, Box, Flex, Stack } from '@mantine/core';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim } from '../../../ui/words.tsx';
import { fieldHistoryQuery, userFieldsQuery } from './fields-data.ts';
import { ValueEditor } from './value-editor.tsx';
import { valueWords, wrapped } from './value-words.ts';

/** The custom fields of one user, edited in place. Nothing for those who may not see them. Needs the texts `Fields`. */
export function UserFields({ bot, userId }: { bot: Bot; userId: number }) {
  if (!may(bot, 'custom_fields.view') || !may(bot, 'section.users.list')) return null;
  return <Fields bot={bot} userId={userId} key={`${bot.key} ${userId}`} />;
}

function Fields({ bot, userId }: { bot: Bot; userId: number }) {
  const { t } = useTranslation();
  const query = useQuery(userFieldsQuery(bot.key, userId));
  const mayManage = may(bot, 'custom_fields.manage');
  const isUnknown = query.error !== null && codeOf(query.error) === 'NotFound';
  return (
    <Section title={t('Fields.user.title')}>
      {isUnknown ? (
        <Notice>{t('Fields.lookup.unknown')}</Notice>
      ) : (
        <Loaded query={query} height={160}>
          {(fields) =>
            fields.length === 0 ? (
              <p>
                <Dim>{t('Fields.user.none')}</Dim>{' '}
                {mayManage && (
                  <TextLink to="/custom-fields" search={{ dialog: 'add' }} size="sm">
                    {t('Fields.user.addFirst')}
                  </TextLink>
                )}
              </p>
            ) : (
              <Stack component="dl" gap={12}>
                {fields.map((field) => (
                  <Line key={field.key} bot={bot} userId={userId} field={field} mayManage={mayManage} />
                ))}
              </Stack>
            )
          }
        </Loaded>
      )}
    </Section>
  );
}

interface LineProps {
  bot: Bot;
  userId: number;
  field: UserField;
  mayManage: boolean;
}

function Line({ bot, userId, field, mayManage }: LineProps) {
  const { t } = useTranslation();
  const [isEdited, setEdited] = useState(false);
  const { name } = field;
  const canEdit = mayManage && field.status === 'enabled';
  return (
    <div>
      <Flex component="dt" gap={4} align="center" c="dimmed" fz="xs">
        <bdi>{name}</bdi>
        <PopoverPanel
          label={t('Fields.user.historyOf', { name })}
          name={t('Fields.user.historyOf', { name })}
          look="sign"
          button={<IconHistory size={14} stroke={1.6} aria-hidden />}
        >
          {() => <FieldHistory bot={bot.key} userId={userId} field={field} />}
        </PopoverPanel>
      </Flex>
      <Box component="dd" m={0}>
        {isEdited ? (
          <ValueEditor bot={bot.key} userId={userId} field={field} onClose={() => setEdited(false)} />
        ) : (
          <Flex gap={4} align="center">
            <Value field={field} />
            {canEdit && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t('Fields.user.edit', { name })}
                onClick={() => setEdited(true)}
              >
                <IconPencil size={14} stroke={1.6} aria-hidden />
              </ActionIcon>
            )}
          </Flex>
        )}
      </Box>
    </div>
  );
}

function Value({ field }: { field: UserField }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { value } = field;
  if (value === null) return <Dim>{t('Fields.user.noValue')}</Dim>;
  const words = valueWords(field, value, { t, format, language: i18n.language });
  if (field.type === 'link' && typeof value === 'string') {
    return (
      <a href={value} target="_blank" rel="noopener noreferrer nofollow" style={wrapped}>
        {words}
      </a>
    );
  }
  return <bdi style={wrapped}>{words}</bdi>;
}

/** Earlier values of one field of one user, the newest first: what, when, and who wrote it. */
function FieldHistory({ bot, userId, field }: { bot: string; userId: number; field: UserField }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const query = useQuery(fieldHistoryQuery(bot, userId, field.key));
  const writer = ({ by, actor }: FieldChange): string =>
    by === 'account' && actor === '' ? t('Fields.user.by.someone') : t(`Fields.user.by.${by}`, { actor });
  return (
    <Box p="12px 16px" w="min(320px, 90vw)" mah={320} style={{ overflow: 'auto' }}>
      <Loaded query={query} height={80}>
        {(changes) =>
          changes.length === 0 ? (
            <Dim>{t('Fields.user.noHistory')}</Dim>
          ) : (
            <Stack component="ul" gap={10}>
              {changes.map((change) => (
                <li key={change.id}>
                  {change.value === null ? (
                    <Dim>{t('Fields.user.removed')}</Dim>
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
