import { manifest } from './manifest.ts';

export const news = manifest({ notifications: { news: ['post'] } });
