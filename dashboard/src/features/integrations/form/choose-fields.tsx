import type { Bot, IntegrationEventType } from '@botscope/contract';
import { everyone, formatRules, parseRules } from '@botscope/contract';
import { Box, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/words.tsx';
import { targetsQuery } from '../../targets/public/targets-data.ts';
import { HiddenRules, RulesField } from '../../users/public/rules-field.tsx';
import { eventGroups, typesByGroup } from '../shared/event-groups.ts';
import { hasAmounts, hasNames } from './form-values.ts';
import { ProviderNames } from './provider-names.tsx';
import type { IntegrationForm } from './use-integration-form.ts';

const groupGrid = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))', gap: '28px 32px' };
/** A group of boxes without the browser's frame. */
const plainGroup = { m: 0, p: 0, bd: 0, miw: 0 } as const;

interface ChooseProps {
  form: IntegrationForm;
  bot: Bot;
}

/** Which events are sent, and what they are called at the provider. */
export function ChooseFields({ form, bot }: ChooseProps) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('IntegrationForm.events.title')}>
        <EventTypes form={form} />
      </Section>
      <Section title={t('IntegrationForm.filter.title')}>
        <p>{t('IntegrationForm.filter.text')}</p>
        <Filters form={form} bot={bot} />
      </Section>
      <ProviderNames form={form} bot={bot} />
    </>
  );
}

function EventTypes({ form }: Pick<ChooseProps, 'form'>) {
  const { t } = useTranslation();
  const { provider, values, problems, change } = form;
  const byGroup = typesByGroup(provider);
  const toggle = (type: IntegrationEventType, isChosen: boolean) =>
    change({ types: isChosen ? [...values.types, type] : values.types.filter((each) => each !== type) });
  return (
    <>
      {problems.types && (
        <Text role="alert" size="sm" c="var(--bs-bad)" mb={12}>
          {t('IntegrationForm.events.none')}
        </Text>
      )}
      <Box display="grid" style={groupGrid}>
        {eventGroups
          .filter((group) => byGroup[group].length > 0)
          .map((group) => (
            <Box key={group} component="fieldset" {...plainGroup}>
              <Box component="legend" mb={12} p={0} fz="sm" fw={500} c="dimmed">
                {t(`IntegrationForm.events.groups.${group}`)}
              </Box>
              <Stack gap={12}>
                {byGroup[group].map((type) => (
                  <Checkbox
                    key={type}
                    label={t(`IntegrationEvents.${type}.name`)}
                    description={t(`IntegrationEvents.${type}.text`)}
                    checked={values.types.includes(type)}
                    aria-invalid={problems.types !== undefined}
                    onChange={(event) => toggle(type, event.currentTarget.checked)}
                  />
                ))}
              </Stack>
            </Box>
          ))}
      </Box>
    </>
  );
}

const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];

function Filters({ form, bot }: ChooseProps) {
  const { t } = useTranslation();
  const { values, problems, change } = form;
  const { types } = values;
  const rules = parseRules(values.rules) ?? everyone;
  return (
    <Stack gap={20}>
      {types.includes('conversion.reached') && may(bot, 'convers.view') && <Targets form={form} bot={bot} />}
      {hasNames(types) && (
        <Textarea
          inputWrapperOrder={order}
          maw={640}
          rows={3}
          label={t('IntegrationForm.filter.names')}
          description={t('IntegrationForm.filter.namesHint')}
          placeholder="/buy"
          value={values.names}
          error={problems.names}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ names: event.currentTarget.value })}
        />
      )}
      {hasAmounts(types) && (
        <TextInput
          inputWrapperOrder={order}
          maw={640}
          label={t('IntegrationForm.filter.minAmount')}
          description={t('IntegrationForm.filter.minAmountHint')}
          placeholder="0"
          inputMode="numeric"
          value={values.minAmount}
          error={problems.minAmount}
          autoComplete="off"
          onChange={(event) => change({ minAmount: event.currentTarget.value })}
        />
      )}
      <div>
        <Text size="sm" fw={500} mb={6}>
          {t('IntegrationForm.filter.users')}
        </Text>
        {may(bot, 'section.users.list') ? (
          <RulesField bot={bot} rules={rules} onChange={(next) => change({ rules: formatRules(next) })} />
        ) : (
          values.rules !== '' && <HiddenRules />
        )}
        <Note>{t('IntegrationForm.filter.usersHint')}</Note>
      </div>
    </Stack>
  );
}

function Targets({ form, bot }: ChooseProps) {
  const { t } = useTranslation();
  const { values, change } = form;
  const targets = useQuery(targetsQuery(bot.key)).data ?? [];
  const toggle = (id: number, isChosen: boolean) =>
    change({ targets: isChosen ? [...values.targets, id] : values.targets.filter((each) => each !== id) });
  return (
    <Box component="fieldset" {...plainGroup}>
      <Box component="legend" mb={6} p={0} fz="sm" fw={500}>
        {t('IntegrationForm.filter.targets')}
      </Box>
      <Stack gap={8}>
        {targets.map(({ target_id, name }) => (
          <Checkbox
            key={target_id}
            label={<bdi>{name}</bdi>}
            checked={values.targets.includes(target_id)}
            onChange={(event) => toggle(target_id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      <Note>{t('IntegrationForm.filter.targetsHint')}</Note>
    </Box>
  );
}
