import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './commands.module.css';
import { type CommandScope, isChat, isUser, type MenuPlace, namesUser } from './menu-place.ts';

/** For the scopes that speak of one chat: which one. Nothing is asked of Telegram before it is complete. */
export function ChatPicker(props: {
  scope: CommandScope;
  onChoose: (chat: Pick<MenuPlace, 'chat_id' | 'user_id'>) => void;
}) {
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
