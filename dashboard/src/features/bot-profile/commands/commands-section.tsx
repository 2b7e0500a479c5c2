import { type Bot, commandScopes } from '@botscope/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { ifSaved } from '../../../ui/unsaved.ts';
import { LanguagePicker } from '../language-picker.tsx';
import { CommandEditor } from './command-editor.tsx';
import classes from './commands.module.css';
import {
  type CommandScope,
  commandsQuery,
  isChat,
  isUser,
  type MenuPlace,
  namesChat,
  namesUser,
} from './menu-place.ts';

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

/** For the scopes that speak of one chat: which one. Nothing is asked of Telegram before it is complete. */
function ChatPicker(props: { scope: CommandScope; onChoose: (chat: Pick<MenuPlace, 'chat_id' | 'user_id'>) => void }) {
  const { scope, onChoose } = props;
  const { t } = useTranslation();
  const [chat, setChat] = useState('');
  const [user, setUser] = useState('');
  const [isChecked, setChecked] = useState(false);
  const wrongChat = !isChat(chat.trim());
  const wrongUser = namesUser(scope) && !isUser(user.trim());
  const open = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrongChat || wrongUser) return;
    onChoose({ chat_id: chat.trim(), ...(namesUser(scope) && { user_id: user.trim() }) });
  };
  return (
    <form className={classes.chat} onSubmit={open} noValidate>
      <TextInput
        label={t('BotProfile.commands.chat')}
        placeholder={t('BotProfile.commands.chatHint')}
        value={chat}
        error={isChecked && wrongChat && t('BotProfile.commands.chatHint')}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setChat(event.currentTarget.value)}
      />
      {namesUser(scope) && (
        <TextInput
          label={t('BotProfile.commands.user')}
          placeholder={t('BotProfile.commands.userHint')}
          value={user}
          error={isChecked && wrongUser && t('BotProfile.commands.userHint')}
          autoComplete="off"
          inputMode="numeric"
          onChange={(event) => setUser(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default">
        {t('BotProfile.commands.open')}
      </Button>
    </form>
  );
}
