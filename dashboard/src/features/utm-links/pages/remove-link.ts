import type { Bot, UtmLink } from '@botscope/contract';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { keepLink, removeLink } from '../public/builder-data.ts';

/** Removes a template or a link of the history, and offers to take it back. */
export async function removeWithUndo(bot: Bot, link: UtmLink): Promise<void> {
  try {
    await removeLink(bot, link);
  } catch (error) {
    showError(error);
    return;
  }
  showUndo({
    id: `utm-link ${link.id}`,
    text:
      link.name === ''
        ? i18n.t('UtmBuilder.history.removed')
        : i18n.t('UtmBuilder.templates.removed', { name: link.name }),
    label: i18n.t('UtmBuilder.templates.undo'),
    onUndo: () => keepLink(bot, link.link, link.name).catch(showError),
  });
}
