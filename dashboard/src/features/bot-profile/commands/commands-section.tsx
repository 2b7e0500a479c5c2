import { type Bot, commandScopes } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { ifSaved } from '../../../ui/unsaved.ts';
import { LanguagePicker } from '../language-picker.tsx';
import { ChatPicker } from './chat-picker.tsx';
import { CommandEditor } from './command-editor.tsx';
import classes from './commands.module.css';
import { type CommandScope, commandsQuery, type MenuPlace, namesChat } from './menu-place.ts';

/** The menus of commands: one for each scope and language. */
export function CommandsSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<CommandScope>('default');
  const [language, setLanguage] = useState('');
  const [chat, setChat] = useState<Pick<MenuPlace, 'chat_id' | 'user_id'> | null>(null);
  const place: MenuPlace | null = namesChat(scope)
    ? chat && { scope, ...chat, language_code: language }
    : { scope, language_code: language };
  return (
    <Section title={t('BotProfile.commands.title')}>
      <p>{t('BotProfile.commands.text')}</p>
      <div className={classes.place}>
        <NativeSelect
          label={t('BotProfile.commands.scope')}
          value={scope}
          data={commandScopes.map((value) => ({ value, label: t(`BotProfile.commands.scopes.${value}`) }))}
          onChange={(event) => {
            const next = event.currentTarget.value as CommandScope;
            ifSaved('commands', () => {
              setScope(next);
              setChat(null);
            });
          }}
        />
        <LanguagePicker
          label={t('BotProfile.language')}
          value={language}
          onChange={(next) => ifSaved('commands', () => setLanguage(next))}
        />
      </div>
      {namesChat(scope) && (
        <ChatPicker key={scope} scope={scope} onChoose={(next) => ifSaved('commands', () => setChat(next))} />
      )}
      {place && <Menu key={JSON.stringify(place)} bot={bot} place={place} />}
    </Section>
  );
}

function Menu({ bot, place }: { bot: Bot; place: MenuPlace }) {
  const query = useQuery(commandsQuery(bot.key, place));
  return (
    <Loaded query={query} height={220}>
      {({ commands }) => <CommandEditor bot={bot} place={place} saved={commands} />}
    </Loaded>
  );
}
