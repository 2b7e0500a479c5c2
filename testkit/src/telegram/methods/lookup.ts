import { badRequest } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';

export const getChat: Method = ({ bot, params }) =>
  toAnswer({
    ...bot.chats.find(params.text('chat_id')).chat,
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: true,
      limited_gifts: true,
      unique_gifts: true,
      premium_subscription: true,
      gifts_from_channels: true,
    },
  });

export const getFile: Method = ({ bot, params }) => {
  const { file_id, file_unique_id, content, path } = bot.files.forDownload(params.text('file_id'));
  return toAnswer({ file_id, file_unique_id, file_size: content.size, file_path: path });
};

/** Pictures of the bot itself; the users of the simulation have none. */
export const getUserProfilePhotos: Method = ({ bot, params }) => {
  const userId = params.integer('user_id', 0);
  if (userId !== bot.user.id && !bot.chats.knowsUser(userId)) throw badRequest('user not found');
  const photos = userId === bot.user.id ? bot.profilePhotos : [];
  const offset = params.integer('offset', 0, 0);
  const page = photos.slice(offset, offset + params.integer('limit', 100, 1, 100));
  return toAnswer({ total_count: photos.length, photos: page });
};
