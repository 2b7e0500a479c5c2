import type { ConversationMessage, MessageVersion } from '@botscope/contract';
import { IconArrowBackUp, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { MessageActions } from '../../../messages/public/message-actions.tsx';
import classes from './bubble.module.css';
import { FileContext } from './file-context.ts';
import { Content } from './message-content.tsx';
import { MessageText } from './message-text.tsx';
import { useClock } from './use-clock.ts';

interface BubbleProps {
  item: ConversationMessage;
  /** Other messages of the same album. */
  album?: readonly ConversationMessage[];
  isContinued: boolean;
  isShown: boolean;
}

/** A message with everything that happened to it. */
export function MessageBubble({ item, album = [], isContinued, isShown }: BubbleProps) {
  const { t } = useTranslation();
  const current = item.versions.at(-1);
  if (current === undefined) return null;
  const textVersion = [item, ...album].map((each) => each.versions.at(-1)).find((version) => version?.text) ?? current;
  return (
    <article
      className={classes.bubble}
      data-way={item.way}
      data-continued={isContinued || undefined}
      data-shown={isShown || undefined}
      data-deleted={item.deleted_at !== null || undefined}
      aria-label={t(`Conversation.${item.way === 'in' ? 'user' : 'bot'}`)}
    >
      {item.forwarded_from && (
        <p className={classes.above}>
          <bdi>{t('Conversation.forwarded', { name: item.forwarded_from })}</bdi>
        </p>
      )}
      <Reply item={item} />
      {album.length > 0 ? (
        <div className={classes.album}>
          {[item, ...album].map((each) => {
            const content = each.versions.at(-1)?.content;
            return content && <Content key={each.id} content={content} cursor={each.cursor} />;
          })}
        </div>
      ) : (
        current.content && <Content content={current.content} cursor={item.cursor} />
      )}
      {textVersion.text && <MessageText text={textVersion.text} entities={textVersion.entities} />}
      {!textVersion.text && !current.content && <p className={classes.above}>{t('Conversation.emptyMessage')}</p>}
      <Keyboard keyboard={current.keyboard} item={item} />
      <Reactions item={item} />
      <Foot item={item} />
    </article>
  );
}

function Reply({ item: { reply_to: reply } }: { item: ConversationMessage }) {
  const { t } = useTranslation();
  if (reply === null) return null;
  const words = (
    <>
      <IconArrowBackUp size={14} aria-hidden /> <bdi>{reply.text || `#${reply.message_id}`}</bdi>
    </>
  );
  if (reply.at === null) return <p className={classes.reply}>{words}</p>;
  return (
    <Link
      className={classes.reply}
      to="."
      search={(oldSearch) => ({ ...oldSearch, message: String(Date.parse(reply.at ?? '')), at: undefined })}
      aria-label={t('Conversation.reply')}
      resetScroll={false}
    >
      {words}
    </Link>
  );
}

/** The buttons below a message; those that were pressed say so. */
function Keyboard({ keyboard, item }: { keyboard: MessageVersion['keyboard']; item: ConversationMessage }) {
  const { t } = useTranslation();
  const pressed = new Set(item.pressed.map(({ data }) => data));
  // Buttons of an earlier version that were pressed are shown too: an edit often takes them away.
  const now = new Set(keyboard.flat().map(({ data }) => data));
  const formerButtons = item.versions
    .flatMap((version) => version.keyboard.flat())
    .filter(({ data }, index, all) => all.findIndex((one) => one.data === data) === index)
    .filter(({ data }) => pressed.has(data) && !now.has(data));
  const rows = formerButtons.length > 0 ? [...keyboard, formerButtons] : keyboard;
  if (rows.every((row) => row.length === 0)) return null;
  return (
    <div className={classes.keyboard}>
      {rows.map((row) => (
        <div key={row.map(({ text, data }) => text + data).join()} className={classes.buttons}>
          {row.map((button) => {
            const isPressed = button.data !== '' && pressed.has(button.data);
            return (
              <span
                key={button.text + button.data + button.url}
                className={classes.button}
                data-pressed={isPressed || undefined}
              >
                <bdi>{button.text}</bdi>
                {isPressed && <small> · {t('Conversation.pressed')}</small>}
                {button.url && <IconExternalLink size={12} aria-hidden />}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Reactions({ item: { reactions } }: { item: ConversationMessage }) {
  const { t } = useTranslation();
  if (reactions.length === 0) return null;
  return (
    <ul className={classes.reactions} aria-label={t('Conversation.reactions')}>
      {reactions.map(({ emoji, way }) => (
        <li key={way + emoji} title={t(`Conversation.${way === 'in' ? 'user' : 'bot'}`)}>
          {emoji}
        </li>
      ))}
    </ul>
  );
}

/** An edit that changed what a message says, and not its buttons alone. */
const saysSomethingElse = (one: MessageVersion, other: MessageVersion | undefined): boolean =>
  other === undefined || one.text !== other.text || JSON.stringify(one.content) !== JSON.stringify(other.content);

/** Shows the author of a message, and what a colleague can do with it. */
function Actions({ item }: { item: ConversationMessage }) {
  const { key: botKey, userId } = use(FileContext);
  const { bot } = useCurrentBot();
  const canWrite = bot !== null && may(bot, 'section.users.messages.send') && bot.has_token;
  const text = item.versions.at(-1)?.text ?? '';
  if (item.message_id <= 0 || item.deleted_at !== null) return null;
  return <MessageActions botKey={botKey} userId={userId} messageId={item.message_id} text={text} canWrite={canWrite} />;
}

function Foot({ item }: { item: ConversationMessage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const clock = useClock();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const versions = item.versions.filter((version, index) => saysSomethingElse(version, item.versions[index - 1]));
  const earlier = versions.slice(0, -1);
  return (
    <footer className={classes.foot}>
      <Actions item={item} />
      {item.state === 'refused' && (
        <span className={classes.bad}>{t('Conversation.refused', { error: item.error })}</span>
      )}
      {item.state === 'unknown' && <span>{t('Conversation.unsure')}</span>}
      {item.is_original_missing && <span>{t('Conversation.missing')}</span>}
      {item.deleted_at !== null && <span title={format.moment(item.deleted_at)}>{t('Conversation.deleted')}</span>}
      {earlier.length > 0 && (
        <button
          type="button"
          className={classes.edited}
          aria-expanded={isOpen}
          aria-controls={id}
          title={t(`Conversation.${isOpen ? 'closeVersions' : 'versions'}`)}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Conversation.edited')}
        </button>
      )}
      <Link
        className={classes.time}
        to="."
        search={(oldSearch) => ({ ...oldSearch, message: item.cursor, at: undefined })}
        title={`${format.moment(item.at)} · ${t('Conversation.permalink')}`}
        resetScroll={false}
      >
        <time dateTime={item.at}>{clock(item.at)}</time>
      </Link>
      {isOpen && (
        <ol id={id} className={classes.versions} aria-label={t('Conversation.versions')}>
          {earlier.map((version) => (
            <li key={version.at}>
              <time dateTime={version.at}>{format.moment(version.at)}</time>
              {version.content && <Content content={version.content} cursor={item.cursor} />}
              <MessageText text={version.text} entities={version.entities} />
            </li>
          ))}
        </ol>
      )}
    </footer>
  );
}
