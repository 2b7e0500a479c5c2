import { api, type Bot, type BotProfile } from '@botscope/contract';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../../platform/api/call.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import form from '../../../../ui/form.module.css';
import { SaveRow } from '../../../../ui/save-row.tsx';
import { useDraft } from '../../../../ui/use-draft.ts';
import { profileQuery } from '../../../bot-settings/public/settings-data.ts';

/** Telegram's limits. */
const longest = { name: 64, short_description: 120, description: 512 } as const;
type Field = keyof typeof longest;
const hints = { name: 'nameHint', short_description: 'shortDescriptionHint', description: 'descriptionHint' } as const;
const labels = { name: 'name', short_description: 'shortDescription', description: 'description' } as const;

/** Edits the texts of one language; only what changed is sent, since Telegram allows few changes of a name an hour. */
export function AboutForm({ bot, language, profile }: { bot: Bot; language: string; profile: BotProfile }) {
  const { t } = useTranslation();
  const { name, short_description, description } = profile;
  const readOnly = !may(bot, 'settings.edit');
  const draft = useDraft({
    name: 'about',
    saved: { name, short_description, description },
    schema: api.setProfile.body,
    send: async (values) => {
      const changedFields = Object.fromEntries(
        Object.entries(values).filter(([field, text]) => text !== profile[field as Field]),
      );
      const answer = await call(api.setProfile, {
        params: { key: bot.key },
        body: { language_code: language, ...changedFields },
      });
      // Languages without a text of their own show this one.
      await queryClient.invalidateQueries({ queryKey: ['bots', bot.key, 'profile'], refetchType: 'none' });
      queryClient.setQueryData(profileQuery(bot.key, language).queryKey, answer);
    },
  });
  const props = (field: Field) => ({
    name: field,
    label: t(`BotProfile.about.${labels[field]}`),
    description: `${t(`BotProfile.about.${hints[field]}`)} ${formatRemaining(field)}`,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    value: draft.values[field],
    error: draft.problems[field],
    readOnly,
    onChange: (event: { currentTarget: { value: string } }) => draft.change({ [field]: event.currentTarget.value }),
  });
  /** Said only when it begins to matter. */
  const formatRemaining = (field: Field): string => {
    if (draft.problems[field]) return '';
    const remainingChars = longest[field] - draft.values[field].trim().length;
    if (remainingChars < 0) return t('BotProfile.about.tooLong', { count: -remainingChars });
    return remainingChars <= longest[field] / 4 ? t('BotProfile.about.left', { count: remainingChars }) : '';
  };
  return (
    <form {...draft.form} className={form.fields}>
      <TextInput {...props('name')} />
      <Textarea {...props('short_description')} rows={2} />
      <Textarea {...props('description')} rows={4} />
      {!readOnly && <SaveRow draft={draft} />}
    </form>
  );
}
