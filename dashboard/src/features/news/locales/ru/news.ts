import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { news as en } from '../en/news.ts';

export const news: Translated<typeof en> = {
  empty: 'Пока пусто. Здесь мы расскажем, чему научился продукт.',
  failed: 'Не удалось загрузить записи.',
  fresh: 'Новое',
  blog: 'Больше в блоге',
};
