import { api, type Bot, MenuButton } from '@botscope/contract';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../platform/api/call.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { SaveRow } from '../../../ui/save-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { menuButtonQuery } from '../../bot-settings/public/settings-data.ts';
import classes from '../commands/commands.module.css';
import { CommandsSection } from '../commands/commands-section.tsx';
import { NeedToken } from '../need-token.tsx';

const types = ['default', 'commands', 'web_app'] as const;

/** The button beside the input field: as Telegram likes, the commands, or a Mini App. */
function MenuButtonSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(menuButtonQuery(bot.key));
  return (
    <Section title={t('BotProfile.menuButton.title')}>
      <p>{t('BotProfile.menuButton.text')}</p>
      <Loaded query={query} height={200}>
        {(button) => <MenuButtonForm bot={bot} button={button} />}
      </Loaded>
    </Section>
  );
}

function MenuButtonForm({ bot, button }: { bot: Bot; button: MenuButton }) {
  const { t } = useTranslation();
  const readOnly = !may(bot, 'settings.edit');
  const isApp = button.type === 'web_app';
  const draft = useDraft({
    saved: { type: button.type, text: isApp ? button.text : '', url: isApp ? button.url : '' },
    schema: MenuButton,
    send: async ({ type, text, url }) => {
      const next: MenuButton = type === 'web_app' ? { type, text, url } : { type };
      const answer = await call(api.setMenuButton, { params: { key: bot.key }, body: { button: next } });
      queryClient.setQueryData(menuButtonQuery(bot.key).queryKey, answer);
    },
  });
  const { values, problems, change } = draft;
  return (
    <form {...draft.form} className={classes.button}>
      <OptionCards
        label={t('BotProfile.menuButton.opens')}
        name="type"
        value={values.type}
        disabled={readOnly}
        options={types.map((value) => ({
          value,
          label: t(`BotProfile.menuButton.${value}`),
          text: t(`BotProfile.menuButton.${value}Text`),
        }))}
        onChange={(type) => change({ type })}
      />
      {values.type === 'web_app' && (
        <div className={classes.webApp}>
          <TextInput
            name="text"
            label={t('BotProfile.menuButton.label')}
            maxLength={64}
            value={values.text}
            error={problems.text}
            readOnly={readOnly}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
          <TextInput
            name="url"
            type="url"
            label={t('BotProfile.menuButton.url')}
            placeholder="https://"
            value={values.url}
            error={problems.url && t('BotProfile.menuButton.urlHint')}
            readOnly={readOnly}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        </div>
      )}
      {!readOnly && <SaveRow draft={draft} />}
    </form>
  );
}

/** Menu of commands and menu button: everything that users can tap without knowing a word. */
export function CommandsTab({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  if (!bot.has_token) {
    return (
      <Section title={t('BotProfile.commands.title')}>
        <NeedToken bot={bot} text={t('BotProfile.needToken.commands')} />
      </Section>
    );
  }
  return (
    <>
      <CommandsSection bot={bot} />
      <MenuButtonSection bot={bot} />
    </>
  );
}
