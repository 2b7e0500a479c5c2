import { type api, type Bot, type InputOf, listVariantNames, listVersions, type VariantName } from '@botscope/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot, useSession } from '../../../../platform/session/session.ts';
import { type FormError, toFormError } from '../../../../ui/form-error.ts';
import { FormFailure } from '../../../../ui/form-failure.tsx';
import { Section } from '../../../../ui/section.tsx';
import { testCampaign } from '../../data/campaigns-data.ts';
import type { DraftValues } from '../../data/draft.ts';
import { isUserId } from '../../data/read-ids.ts';
import { exampleUsersQuery } from '../../data/template-values.ts';
import { languageName } from '../../shared/language-name.ts';
import classes from './editor.module.css';
import type { StepProps } from './step-props.ts';

/** Version of the message that is sent as a test: variant A in the user's language unless chosen. */
type ChosenVersion = Omit<InputOf<typeof api.testCampaign.body>, 'user_id'>;

interface VersionFieldsProps {
  values: Pick<DraftValues, 'message' | 'variants'>;
  chosen: ChosenVersion;
  onChange(chosen: ChosenVersion): void;
}

const ownLanguage = '-';

/** Asks for what there are several of. */
function VersionFields({ values, chosen, onChange }: VersionFieldsProps) {
  const { t, i18n } = useTranslation();
  const names = listVariantNames(values.variants);
  const variant = names.find((name) => name === chosen.variant) ?? 'A';
  const languages = listVersions(values).filter((version) => version.variant === variant);
  return (
    <>
      {names.length > 1 && (
        <NativeSelect
          label={t('CampaignVariants.testSend.variant')}
          value={variant}
          data={names.map((name) => ({ value: name, label: t('CampaignVariants.variant', { name }) }))}
          onChange={(event) => onChange({ variant: event.currentTarget.value as VariantName })}
        />
      )}
      {languages.length > 1 && (
        <NativeSelect
          label={t('CampaignVariants.testSend.language')}
          value={chosen.language ?? ownLanguage}
          data={[
            { value: ownLanguage, label: t('CampaignVariants.testSend.own') },
            ...languages.map(({ language }) => ({
              value: language,
              label: language === '' ? t('CampaignVariants.editor.default') : languageName(language, i18n.language),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ variant, ...(value !== ownLanguage && { language: value }) })
          }
        />
      )}
    </>
  );
}

/** Sends the message to one user now, as the campaign will. */
export function TestSend({ bot, draft, state }: StepProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [userIdText, setUserIdText] = useState('');
  const [chosenVersion, setChosenVersion] = useState<ChosenVersion>({});
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<FormError | null>(null);
  const { busy, run } = useAction(
    async (id: string) => {
      setFailure(null);
      const errorCode = id === '' ? 'RequiredFields' : isUserId(id) ? null : 'InvalidField';
      setProblem(errorCode === null ? undefined : t(`General.ErrorsText.${errorCode}`));
      if (errorCode !== null || !(await draft.flush())) return;
      const { stored } = draft.state();
      if (stored === null) return setProblem(t('General.ErrorsText.EmptyMessage'));
      await testCampaign(bot.key, stored.campaign_id, { ...chosenVersion, user_id: Number(id) });
      showDone(t('CampaignEditor.test.done', { id }));
    },
    (error) => {
      const isOfUser =
        error instanceof ApiError &&
        error.items.some(({ code, field }) => code === 'InvalidField' && field === 'user_id');
      if (isOfUser) setProblem(t('CampaignEditor.test.unreachable'));
      else setFailure(toFormError(error));
    },
  );
  if (!may(bot, 'tasker.run_test')) return null;
  return (
    <Section title={t('CampaignEditor.test.title')}>
      <p>{t('CampaignEditor.test.text')}</p>
      <form
        noValidate
        className={classes.row}
        onSubmit={(event) => {
          event.preventDefault();
          void run(userIdText.trim());
        }}
      >
        <TextInput
          inputMode="numeric"
          label={t('CampaignEditor.test.user')}
          value={userIdText}
          error={problem}
          maxLength={16}
          onChange={(event) => {
            setUserIdText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <VersionFields values={state.values} chosen={chosenVersion} onChange={setChosenVersion} />
        <Button type="submit" variant="default" loading={busy}>
          {t('CampaignEditor.test.send')}
        </Button>
        {user?.tid != null && (
          <Button variant="subtle" disabled={busy} onClick={() => void run(String(user.tid))}>
            {t('CampaignEditor.test.toMe')}
          </Button>
        )}
        <TestSimulated bot={bot} busy={busy} onChoose={(id) => void run(id)} />
      </form>
      <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
    </Section>
  );
}

/** In the demo nobody knows an ID: one of the simulated users is offered. */
function TestSimulated({ bot, busy, onChoose }: { bot: Bot; busy: boolean; onChoose(id: string): void }) {
  const { t } = useTranslation();
  const { demo } = useCurrentBot();
  const users = useQuery({ ...exampleUsersQuery(bot.key, ['status', 'chat']), enabled: demo }).data?.users ?? [];
  const user = users.find(({ status, chat }) => status === 'live' && chat === 'open');
  if (!demo || user === undefined) return null;
  return (
    <Button variant="subtle" disabled={busy} onClick={() => onChoose(String(user.user_id))}>
      {t('CampaignDemo.test')}
    </Button>
  );
}
