import type { Bot, BotSettings } from '@botscope/contract';
import { sourceDeterminations } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { Section } from '../../../ui/section.tsx';
import { saveSettings } from '../public/settings-data.ts';

/** Choice of the launch that gives a user their source; saved when it is chosen. */
export function SourceSection({ bot, chosen }: { bot: Bot; chosen: BotSettings['source_determination'] }) {
  const { t } = useTranslation();
  const choose = async (source_determination: typeof chosen) => {
    try {
      await saveSettings(bot.key, { source_determination });
      showDone(t('General.Form.saved'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Section title={t('BotSettings.determination.title')}>
      <OptionCards
        label={t('BotSettings.determination.text')}
        name="source_determination"
        value={chosen}
        disabled={!may(bot, 'settings.edit')}
        options={sourceDeterminations.map((value) => ({
          value,
          label: t(`BotSettings.determination.${value}`),
          text: t(`BotSettings.determination.${value}Text`),
        }))}
        onChange={choose}
      />
    </Section>
  );
}
