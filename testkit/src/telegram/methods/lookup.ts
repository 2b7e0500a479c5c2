import { answered, type Method } from '../method.ts';

export const getChat: Method = ({ bot, params }) =>
  answered({
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
  const { file_id, file_unique_id, bytes, path } = bot.files.forDownload(params.text('file_id'));
  return answered({ file_id, file_unique_id, file_size: bytes.length, file_path: path });
};
