import type { Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../ui/loaded.tsx';
import { settingsQuery } from '../../bot-settings/public/settings-data.ts';
import { CallbackSection } from '../sections/callback-section.tsx';
import { HiddenSection } from '../sections/hidden-section.tsx';

/** Settings of commands other than those with a slash. */
export function HiddenTab({ bot }: { bot: Bot }) {
  const query = useQuery(settingsQuery(bot.key));
  return (
    <Loaded query={query} height={420}>
      {(settings) => (
        <>
          <HiddenSection bot={bot} on={settings.hidden_commands} />
          <CallbackSection bot={bot} length={settings.callback_max_length} />
        </>
      )}
    </Loaded>
  );
}
