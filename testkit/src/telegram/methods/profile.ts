import { badRequest } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';

export const getMe: Method = ({ bot }) => toAnswer({ ...bot.user, ...bot.capabilities });

/** The pair of methods around one text of the bot's profile, kept per language; the default language is the fallback. */
function profileText(field: string, limit: number): { get: Method; set: Method } {
  return {
    get: ({ bot, params }) => {
      const fallback = bot.profile.get(`${field}/`) ?? (field === 'name' ? bot.user.first_name : '');
      return toAnswer({ [field]: bot.profile.get(`${field}/${params.text('language_code')}`) ?? fallback });
    },
    set: ({ bot, params }) => {
      const text = params.text(field);
      if (text.length > limit) throw badRequest(`bot ${field.replace('_', ' ')} is too long`);
      const key = `${field}/${params.text('language_code')}`;
      if (text === '') bot.profile.delete(key);
      else bot.profile.set(key, text);
      return toAnswer(true);
    },
  };
}

export const myName = profileText('name', 64);
export const myDescription = profileText('description', 512);
export const myShortDescription = profileText('short_description', 120);
