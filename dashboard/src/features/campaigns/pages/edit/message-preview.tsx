import {
  type Bot,
  type CampaignProblem,
  type CampaignVersion,
  listVariables,
  listVersions,
  type MessageButton,
  mailingPressData,
  renderTemplate,
  typeOfMessage,
  versionFor,
} from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../analytics/users/users-query.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { Section } from '../../../../ui/section.tsx';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import { Note } from '../../../../ui/words.tsx';
import { checkQuery, noCampaign, previewQuery } from '../../data/campaigns-data.ts';
import type { DraftState } from '../../data/draft.ts';
import { mailingSettingsQuery } from '../../data/mailing-settings.ts';
import { exampleUsersQuery, valuesOfUser } from '../../data/template-values.ts';
import { findMessage, isSameVersion } from '../../data/versions.ts';
import { shownContent } from '../../shared/shown-message.ts';
import { TelegramPreview } from '../../shared/telegram-preview.tsx';
import { useVersionName } from '../../shared/use-version-name.ts';
import classes from './editor.module.css';
import { ProblemList } from './problem-list.tsx';

/** The row of buttons that the bot's settings add below the message; none for those who may not see them. */
function useFooter(bot: Bot, { stored, values }: DraftState): MessageButton[][] {
  const settings = useQuery({ ...mailingSettingsQuery(bot.key), enabled: may(bot, 'settings.view') }).data;
  if (!settings?.has_button || values.audience.is_service) return [];
  return [[{ text: settings.button_text, callback_data: mailingPressData('unsubscribe', stored?.campaign_id ?? 1) }]];
}

interface MessagePreviewProps {
  bot: Bot;
  state: DraftState;
  version: CampaignVersion;
  /** Returns the name of a file in the version being written. */
  nameOf(file: string): string;
}

/** The message as a user gets it: drawn here while one types, by the server's answer once it is saved. */
export function MessagePreview({ bot, state, version: draftVersion, nameOf: nameOfFile }: MessagePreviewProps) {
  const { t } = useTranslation();
  const nameOf = useVersionName(state.values.variants);
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  const [userId, setUserId] = useState<number | null>(null);
  const { stored, phase } = state;
  const all = listVersions(state.values).map(({ message }) => message);
  const fields = all.flatMap(listVariables).filter((variable) => variable.startsWith('field.'));
  const users = useQuery({
    ...exampleUsersQuery(bot.key, fields),
    enabled: may(bot, 'section.users.list'),
    placeholderData: keepPreviousData,
  }).data?.users;
  const user = users?.find(({ user_id }) => user_id === userId);
  // A user gets the version in their language, whichever is being written.
  const version = (user && versionFor(state.values, draftVersion.variant, user.language)) ?? draftVersion;
  const message = findMessage(state.values, version);
  const isSaved = stored !== null && phase === 'saved';
  const server = useQuery({
    ...previewQuery(bot.key, stored ?? noCampaign, userId, draftVersion),
    enabled: isSaved && (userId !== null || message.post !== undefined) && may(bot, 'communication.messages.preview'),
  });
  const localPreview = renderTemplate(message, valuesOfUser(user));
  const footer = useFooter(bot, state);
  // Without a user the server fills in the values of some user.
  const preview =
    isSaved && server.data && userId !== null
      ? server.data
      : { ...localPreview, buttons: message.album ? [] : [...localPreview.buttons, ...footer] };
  const hasContent = message.text !== '' || typeOfMessage(message) !== 'sendMessage' || message.buttons.length > 0;
  const check = useQuery({ ...checkQuery(bot.key, stored ?? noCampaign), enabled: isSaved && hasContent });
  const ofUser = (userId === null ? [] : (server.data?.problems ?? [])).map((problem) =>
    all.length === 1 ? problem : { ...problem, version },
  );
  // Problems for the user on show, and for all users.
  const problems = [...ofUser, ...(check.data ?? [])].filter(
    ({ field, code, version: problemVersion }, position, list) =>
      field.startsWith('message') &&
      list.findIndex((other) => isSameProblem(other, { code, field, version: problemVersion })) === position,
  );
  return (
    <Section
      title={t('Campaigns.preview.title')}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('CampaignEditor.preview.device')}
            value={device}
            onChange={(value) => setDevice(value === 'desktop' ? 'desktop' : 'phone')}
            data={(['phone', 'desktop'] as const).map((value) => ({
              value,
              label: t(`CampaignEditor.preview.${value}`),
            }))}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('CampaignEditor.preview.scheme')}
            value={scheme}
            onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
            data={(['light', 'dark'] as const).map((value) => ({ value, label: t(`CampaignEditor.preview.${value}`) }))}
          />
        </>
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
        {!isSameVersion(version, draftVersion) && (
          <Note>{t('CampaignVariants.preview.language', { name: nameOf(version) })}</Note>
        )}
        <TelegramPreview
          scheme={scheme}
          device={device}
          message={{
            text: preview.text,
            entities: preview.entities,
            buttons: preview.buttons,
            ...shownContent(bot.key, message, nameOfFile, isSaved ? server.data?.post : undefined),
          }}
        />
        {isSaved && <ProblemList problems={problems} variants={state.values.variants} />}
      </div>
    </Section>
  );
}

const isSameProblem = (one: CampaignProblem, other: CampaignProblem): boolean =>
  one.code === other.code &&
  one.field === other.field &&
  one.version?.variant === other.version?.variant &&
  one.version?.language === other.version?.language;
