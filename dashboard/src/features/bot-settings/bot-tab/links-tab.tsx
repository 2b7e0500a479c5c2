import type { Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../ui/loaded.tsx';
import { RulesSection } from '../launch-links/rules-section.tsx';
import { SourceSection } from '../launch-links/source-section.tsx';
import { settingsQuery } from '../public/settings-data.ts';

/** Settings of sources: how links are parsed, and which of several launches counts. */
export function LinksTab({ bot }: { bot: Bot }) {
  const query = useQuery(settingsQuery(bot.key));
  return (
    <Loaded query={query} height={420}>
      {(settings) => (
        <>
          <RulesSection bot={bot} rules={settings.start_rules} />
          <SourceSection bot={bot} chosen={settings.source_determination} />
        </>
      )}
    </Loaded>
  );
}
