import type { Bot, TakeoverSettings } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { Section } from '../../../ui/section.tsx';
import { saveWithheld, takeoverSettingsQuery } from '../public/takeover-data.ts';

/** Settings of what happens to a user's messages while a colleague answers instead of the bot. */
export function ChatsTab({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const query = useQuery(takeoverSettingsQuery(bot.key));
  return (
    <Section title={t('Takeover.settings.title')}>
      <p>{t('Takeover.settings.text')}</p>
      <Loaded query={query} height={180}>
        {(settings) => <WithheldChoice bot={bot} settings={settings} />}
      </Loaded>
    </Section>
  );
}

function WithheldChoice({ bot, settings }: { bot: Bot; settings: TakeoverSettings }) {
  const { t } = useTranslation();
  const { busy, run } = useAction(async (withheld: TakeoverSettings['withheld']) => {
    await saveWithheld(bot.key, withheld);
    showDone(t('Takeover.settings.saved'));
  });
  const { reach, withheld } = settings;
  if (reach === 'none') return <Notice>{t('Takeover.settings.none')}</Notice>;
  return (
    <>
      <OptionCards
        label={t('Takeover.settings.question')}
        name="withheld"
        value={reach === 'drop_only' ? 'drop' : withheld}
        disabled={busy || reach === 'drop_only' || !may(bot, 'settings.edit')}
        options={[
          { value: 'drop', label: t('Takeover.settings.drop'), text: t('Takeover.settings.dropText') },
          { value: 'deliver', label: t('Takeover.settings.deliver'), text: t('Takeover.settings.deliverText') },
        ]}
        onChange={(newSetting) => void run(newSetting)}
      />
      {reach === 'drop_only' && <Notice>{t('Takeover.settings.dropOnly')}</Notice>}
    </>
  );
}
