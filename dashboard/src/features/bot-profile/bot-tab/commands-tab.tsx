import type { Bot } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import { CommandsSection } from '../commands/commands-section.tsx';
import { MenuButtonSection } from '../commands/menu-button-section.tsx';
import { NeedToken } from '../need-token.tsx';

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
