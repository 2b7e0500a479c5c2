import { answered, type Method } from '../method.ts';

export const getMe: Method = ({ bot }) => answered({ ...bot.user, ...bot.capabilities });
