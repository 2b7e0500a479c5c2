import { api } from '@botscope/contract';
import { Button, Flex, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/api/call.ts';
import { FormFailure } from '../../../../ui/form-failure.tsx';
import { Section } from '../../../../ui/section.tsx';
import { useContractForm } from '../../../../ui/use-contract-form.ts';

/** Asks for the name and lets the server say whether it is free. */
export function StepName({ initial, onDone }: { initial: string; onDone: (name: string) => void }) {
  const { t } = useTranslation();
  const { form, busy, failure, submit } = useContractForm({
    schema: api.checkBotName.query,
    initialValues: { bot_name: initial },
    places: { botExist: 'bot_name', MustEndBot: 'bot_name' },
    send: async (query) => {
      const { bot_name } = await call(api.checkBotName, { query });
      onDone(bot_name);
    },
  });
  return (
    <Section title={t('AddBot.steps.name')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure code={failure} />
          <TextInput
            label={t('AddBot.name.label')}
            description={t('AddBot.name.hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            leftSection="@"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            key={form.key('bot_name')}
            {...form.getInputProps('bot_name')}
          />
          <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
            <Button type="submit" loading={busy}>
              {t('General.Next')}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Section>
  );
}
