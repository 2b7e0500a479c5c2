import type { Bot, BuiltLink, LinkParts, StartRules, UtmLink } from '@botscope/contract';
import { ActionIcon, Box, Button, Flex, TextInput } from '@mantine/core';
import { IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type FailureCode } from '../../../platform/api/api-error.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { may } from '../../../platform/session/bot-data.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { Section } from '../../../ui/section.tsx';
import { keepLink } from '../public/builder-data.ts';
import classes from './kept-links.module.css';
import { toKeep } from './link-draft.ts';
import { removeWithUndo } from './remove-link.ts';

interface TemplateDialogProps {
  bot: Bot;
  link: LinkParts;
  /** Names that are taken; one of them again takes its place. */
  names: readonly string[];
  onClose(): void;
}

const longestName = 64;

/** Asks for the name under which the parts are saved. */
function TemplateDialog({ bot, link, names, onClose }: TemplateDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const name = text.trim();
  const { busy, run: save } = useAction(
    async () => {
      setFailure(null);
      await keepLink(bot, link, name);
      showDone(t('UtmBuilder.templates.saved', { name }));
      onClose();
    },
    (error) => setFailure(codeOf(error)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== '' && !busy) void save();
  };
  return (
    <Dialog onClose={onClose} title={t('UtmBuilder.templates.dialog')}>
      <form className={dialog.body} onSubmit={submit} noValidate>
        <FormFailure code={failure} />
        <TextInput
          label={t('UtmBuilder.templates.name')}
          description={t(names.includes(name) ? 'UtmBuilder.templates.replaces' : 'UtmBuilder.templates.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={longestName}
          autoComplete="off"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name === ''}>
            {t('UtmBuilder.templates.submit')}
          </Button>
        </Flex>
      </form>
    </Dialog>
  );
}

interface TemplatesSectionProps {
  bot: Bot;
  templates: readonly UtmLink[];
  draft: LinkParts;
  built: BuiltLink;
  rules: StartRules;
  onUse(link: LinkParts): void;
}

/** Parts that are used again and again, by their names. */
export function TemplatesSection({ bot, templates, draft, built, rules, onUse }: TemplatesSectionProps) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const mayKeep = may(bot, 'settings.edit');
  const hasProblems = built.problems.some(({ code }) => code !== 'empty');
  const link = toKeep(draft, { blanks: rules.type !== 'auto' });
  // Nobody to save for, and nothing saved: nothing to see.
  if (!mayKeep && templates.length === 0) return null;
  return (
    <Section
      title={t('UtmBuilder.templates.title')}
      actions={
        mayKeep && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconBookmarkPlus size={15} stroke={1.6} aria-hidden />}
            disabled={hasProblems || link.parts.length === 0}
            onClick={() => setSaving(true)}
          >
            {t('UtmBuilder.templates.save')}
          </Button>
        )
      }
    >
      {templates.length === 0 ? (
        <p>{t('UtmBuilder.templates.none')}</p>
      ) : (
        <Flex component="ul" direction="column">
          {templates.map((template) => (
            <li key={template.id} className={classes.line}>
              <div className={classes.what}>
                <strong>{template.name}</strong>
                <Parts link={template.link} />
              </div>
              <div className={classes.actions}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('UtmBuilder.templates.useName', { name: template.name })}
                  onClick={() => onUse(template.link)}
                >
                  {t('UtmBuilder.templates.use')}
                </Button>
                {mayKeep && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={t('UtmBuilder.templates.remove', { name: template.name })}
                    onClick={() => removeWithUndo(bot, template)}
                  >
                    <IconTrash size={16} stroke={1.6} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            </li>
          ))}
        </Flex>
      )}
      {saving && (
        <TemplateDialog
          bot={bot}
          link={link}
          names={templates.map(({ name }) => name)}
          onClose={() => setSaving(false)}
        />
      )}
    </Section>
  );
}

function Parts({ link }: { link: LinkParts }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.parts}>
      {link.kind !== 'start' && <li>{t(`UtmBuilder.make.kinds.${link.kind}`)}</li>}
      {link.parts.map(({ name, value }) => (
        <li key={name}>
          <Box component="span" c="dimmed" fz="xs">
            {name} ={' '}
          </Box>
          {value || (
            <Box component="em" c="dimmed" fz="xs">
              {t('UtmBuilder.templates.blank')}
            </Box>
          )}
        </li>
      ))}
    </ul>
  );
}
