import { Button, Flex } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../ui/section.tsx';
import { ConnectionFields } from '../../connection/connection-fields.tsx';
import { emptyDraft, toIncoming, toSendMethod } from '../../connection/draft.ts';
import { DraftFailure } from '../../connection/draft-failure.tsx';
import { useDraft } from '../../connection/use-draft.ts';
import { createBot } from './create-bot.ts';
import type { NewBot } from './new-bot.ts';

interface StepSettingsProps {
  bot: NewBot;
  /** Hears of every change, so that a reload loses nothing but the secrets. */
  onChange: (change: Partial<NewBot>) => void;
  onBack: (change: Partial<NewBot>) => void;
  onCreated: (key: string, apiKey: string) => void;
}

/** Connects by token or by hand; the bot is made when the server has agreed. */
export function StepSettings({ bot, onChange, onBack, onCreated }: StepSettingsProps) {
  const { t } = useTranslation();
  const { connection_type, feed, webhook, region, platform, proxy } = bot;
  const form = useDraft({
    initial: { ...emptyDraft, connection_type, feed, webhook, region, platform, proxy },
    needsToken: true,
    onChange: (draft) => onChange(pickSettings(draft)),
    send: async (draft) => {
      const delivery_method_send = toSendMethod(draft);
      onCreated(...(await createBot({ bot_name: bot.bot_name, ...toIncoming(draft), delivery_method_send })));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <Section title={t(connection_type === 'auto' ? 'AddBot.settings.autoTitle' : 'AddBot.settings.manualTitle')}>
      <Flex component="form" direction="column" gap={16} onSubmit={submit} noValidate>
        <ConnectionFields
          form={form}
          botName={bot.bot_name}
          botKey={null}
          hasToken={false}
          hasSecret={false}
          withCalls
        />
        <DraftFailure form={form} />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={() => onBack(pickSettings(form.draft))}>
            {t('General.Back')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t(form.replaces ? 'Connection.over.connect' : 'AddBot.settings.connect')}
          </Button>
        </Flex>
      </Flex>
    </Section>
  );
}

const pickSettings = ({
  feed,
  webhook,
  region,
  platform,
  proxy,
}: NewBot | Omit<NewBot, 'step' | 'bot_name' | 'key'>) => ({
  feed,
  webhook,
  region,
  platform,
  proxy,
});
