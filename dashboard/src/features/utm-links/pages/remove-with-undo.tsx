import type { Bot, UtmLink } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showError } from '../../../platform/errors/refusals.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { keepLink, removeLink } from '../public/builder-data.ts';

/** Long enough to see what happened and to change one's mind. */
const undoMs = 8_000;

/** Takes a template or a link of the history away, and offers the way back for a while. */
export async function removeWithUndo(bot: Bot, link: UtmLink): Promise<void> {
  try {
    await removeLink(bot, link);
  } catch (error) {
    showError(error);
    return;
  }
  const id = `utm-link ${link.id}`;
  const undo = async () => {
    notifications.hide(id);
    await keepLink(bot, link.link, link.name).catch(showError);
  };
  notifications.show({
    id,
    color: 'teal',
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': i18n.t('General.Close') },
    message: (
      <Flex component="span" rowGap={4} columnGap={8} wrap="wrap" align="center">
        {link.name === ''
          ? i18n.t('UtmBuilder.history.removed')
          : i18n.t('UtmBuilder.templates.removed', { name: link.name })}
        <Button variant="subtle" size="compact-sm" onClick={undo}>
          {i18n.t('UtmBuilder.templates.undo')}
        </Button>
      </Flex>
    ),
  });
}
