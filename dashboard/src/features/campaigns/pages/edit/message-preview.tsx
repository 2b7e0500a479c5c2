import { type Bot, renderTemplate, variablesOf } from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../analytics/people/people-query.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { Section } from '../../../../ui/section.tsx';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import { checkQuery, noCampaign, previewQuery } from '../../data/campaigns-data.ts';
import type { DraftState } from '../../data/draft.ts';
import { fileHref } from '../../data/files.ts';
import { exampleUsersQuery, valuesOfUser } from '../../data/template-values.ts';
import { TelegramPreview } from '../../shared/telegram-preview.tsx';
import classes from './editor.module.css';
import { ProblemList } from './problem-list.tsx';

interface MessagePreviewProps {
  bot: Bot;
  state: DraftState;
  fileName: string;
}

/** The message as a user gets it: drawn here while one types, by the server's answer once it is saved. */
export function MessagePreview({ bot, state, fileName }: MessagePreviewProps) {
  const { t } = useTranslation();
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [userId, setUserId] = useState<number | null>(null);
  const { stored, phase } = state;
  const { message } = state.values;
  const fields = variablesOf(message).filter((variable) => variable.startsWith('field.'));
  const users = useQuery({
    ...exampleUsersQuery(bot.key, fields),
    enabled: may(bot, 'section.users.list'),
    placeholderData: keepPreviousData,
  }).data?.users;
  const isSaved = stored !== null && phase === 'saved';
  const server = useQuery({
    ...previewQuery(bot.key, stored ?? noCampaign, userId),
    enabled: isSaved && userId !== null && may(bot, 'communication.messages.preview'),
  });
  const local = renderTemplate(message, valuesOfUser(users?.find(({ user_id }) => user_id === userId)));
  const shown = isSaved && server.data ? server.data : local;
  const hasContent = message.text !== '' || message.media !== null || message.buttons.length > 0;
  const check = useQuery({ ...checkQuery(bot.key, stored ?? noCampaign), enabled: isSaved && hasContent });
  // What is wrong for the user on show, and for all.
  const problems = [...(server.data?.problems ?? []), ...(check.data ?? [])].filter(
    ({ field, code }, at, all) =>
      field.startsWith('message') && all.findIndex((other) => other.code === code && other.field === field) === at,
  );
  return (
    <Section
      title={t('Campaigns.preview.title')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('CampaignEditor.preview.scheme')}
          value={scheme}
          onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
          data={(['light', 'dark'] as const).map((value) => ({ value, label: t(`CampaignEditor.preview.${value}`) }))}
        />
      }
    >
      <div className={classes.stack}>
        {users !== undefined && users.length > 0 && (
          <SelectChoice
            label={t('CampaignEditor.preview.as')}
            value={userId === null ? '' : String(userId)}
            options={[
              { value: '', label: t('CampaignEditor.preview.nobody') },
              ...users.map((user) => ({ value: String(user.user_id), label: fullName(user) || `ID ${user.user_id}` })),
            ]}
            onChange={(value) => setUserId(value === '' ? null : Number(value))}
          />
        )}
        <TelegramPreview
          scheme={scheme}
          message={{
            text: shown.text,
            entities: shown.entities,
            buttons: shown.buttons,
            media: message.media && {
              kind: message.media.kind,
              name: fileName,
              href: fileHref(bot.key, message.media.file),
              has_spoiler: message.media.has_spoiler === true,
            },
          }}
        />
        {isSaved && <ProblemList problems={problems} />}
      </div>
    </Section>
  );
}
