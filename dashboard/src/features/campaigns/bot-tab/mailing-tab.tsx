import type { Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../ui/loaded.tsx';
import { mailingSettingsQuery } from '../data/mailing-settings.ts';
import { MailingForm } from './mailing-form.tsx';

/** Mailing settings of a bot: how users unsubscribe, and what applies to all of its campaigns. */
export function MailingTab({ bot }: { bot: Bot }) {
  const query = useQuery(mailingSettingsQuery(bot.key));
  return (
    <Loaded query={query} height={360}>
      {(settings) => <MailingForm bot={bot} settings={settings} />}
    </Loaded>
  );
}
