import type { Language, NotificationContent } from '@botscope/contract';
import { expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { notifyNews } from './news.ts';

const post = (slug: string, title: string) => ({ slug, title });

for (const engine of testEngines) {
  const metadata = testMetadata(engine);

  test(`subscribers are notified of new posts once, in their language (${engine.name})`, async () => {
    const { db } = metadata();
    const wants = (...methods: string[]) => JSON.stringify({ news: methods });
    await db
      .insertInto('accounts')
      .values([
        { id: 'ann', email: 'ann@example.com', notify: wants('email') },
        { id: 'rita', email: 'rita@example.com', locale: 'ru', notify: wants('app') },
        { id: 'tom', email: 'tom@example.com', notify: wants() },
        { id: 'una', email: 'una@example.com' },
      ])
      .execute();
    const posts: Record<Language, ReturnType<typeof post>[]> = {
      en: [post('links', 'Links')],
      ru: [post('links', 'Ссылки')],
    };
    const sentNotifications: [string, NotificationContent['detail']][] = [];
    const run = () =>
      notifyNews({
        metadata: metadata(),
        news: { list: async (_account, language) => posts[language] },
        notifications: { notify: async (key, message) => void sentNotifications.push([key, message.detail]) },
      });

    expect(await run()).toBe(0);
    posts.en.unshift(post('targets', 'Targets'), post('reports', 'Reports'));
    posts.ru.unshift(post('targets', 'Цели'));
    expect(await run()).toBe(2);
    expect(sentNotifications).toEqual([
      ['ann', 'Reports'],
      ['ann', 'Targets'],
      ['rita', 'Цели'],
    ]);
    expect(await run()).toBe(0);
    expect(sentNotifications).toHaveLength(3);
  });
}
