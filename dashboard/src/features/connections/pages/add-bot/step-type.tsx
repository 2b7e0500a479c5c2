import { type ConnectionType, connectionTypes } from '@botscope/contract';
import { Button, Flex, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type FailureCode } from '../../../../platform/api/api-error.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { FormFailure } from '../../../../ui/form-failure.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Choices } from '../../connection/choices.tsx';
import { createBot } from './create-bot.ts';
import type { NewBot } from './new-bot.ts';

interface StepTypeProps {
  bot: NewBot;
  onChoose: (type: ConnectionType) => void;
  onBack: () => void;
  onNext: () => void;
  onCreated: (key: string, apiKey: string) => void;
}

/** Step for the way updates arrive. By API, leaving this step creates the bot: the next one shows its key. */
export function StepType({ bot, onChoose, onBack, onNext, onCreated }: StepTypeProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const type = bot.connection_type;
  const { busy, run: create } = useAction(
    async () => {
      setFailure(null);
      onCreated(...(await createBot({ bot_name: bot.bot_name, connection_type: 'api', delivery_method: 'api' })));
    },
    (error) => setFailure(codeOf(error)),
  );
  return (
    <Section title={t('AddBot.steps.type')}>
      <Stack gap={16}>
        <FormFailure code={failure} />
        <Choices<ConnectionType>
          legend={t('AddBot.type.label')}
          value={type}
          choices={connectionTypes.map((value) => ({
            value,
            name: t(`AddBot.type.${value}`),
            text: t(`AddBot.type.${value}Text`),
            extra: t(`AddBot.type.${value}Extra`),
          }))}
          onChoose={onChoose}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onBack}>
            {t('General.Back')}
          </Button>
          {type === 'api' ? (
            <Button loading={busy} onClick={create}>
              {t('AddBot.type.create')}
            </Button>
          ) : (
            <Button onClick={onNext}>{t('General.Next')}</Button>
          )}
        </Flex>
      </Stack>
    </Section>
  );
}
