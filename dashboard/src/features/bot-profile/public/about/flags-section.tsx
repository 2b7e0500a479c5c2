import type { Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Facts, Section } from '../../../../ui/section.tsx';
import { profileQuery } from '../../../bot-settings/public/settings-data.ts';

const flags = [
  'can_join_groups',
  'can_read_all_group_messages',
  'supports_inline_queries',
  'can_connect_to_business',
  'has_main_web_app',
] as const;

/** Switches of @BotFather: they explain why some updates come and others do not. */
export function FlagsSection({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(profileQuery(bot.key, ''));
  return (
    <Section title={t('BotProfile.flags.title')}>
      <p>{t('BotProfile.flags.text')}</p>
      <Loaded query={query} height={150}>
        {(profile) => (
          <>
            <Facts
              facts={flags.map((flag) => [
                t(`BotProfile.flags.${flag}`),
                t(profile[flag] ? 'BotProfile.flags.yes' : 'BotProfile.flags.no'),
              ])}
            />
            {profile.can_join_groups && !profile.can_read_all_group_messages && (
              <p style={{ marginTop: 16 }}>{t('BotProfile.flags.privacy')}</p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
