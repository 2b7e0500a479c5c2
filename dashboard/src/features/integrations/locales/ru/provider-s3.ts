import type { Translated } from '../../../../platform/i18n/translated.ts';
import type { texts as en } from '../en/provider-s3.ts';

export const texts: Translated<typeof en> = {
  name: 'S3',
  about: 'Файлы с событиями в Amazon S3, MinIO, Cloudflare R2 или Yandex Object Storage.',
  leaves:
    'Файл за каждый час с событиями, а за прошлое — за каждый день, — в ваш бакет: время, вид и имя события, источник, параметры ссылок, сумма, валюта; ID, язык и Premium пользователя. Имена и тексты — только с вашего разрешения. В ранее сохранённых файлах могут остаться пользователи, данные которых удалены позже: удалите их там вручную.',
  steps: {
    bucket: 'Создайте бакет в своём хранилище или выберите готовый.',
    key: 'Создайте ключ доступа с правом записывать и удалять объекты в этом бакете (s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload).',
    copy: 'Скопируйте ID ключа и секретный ключ. Секретный ключ обычно показывается один раз.',
  },
  fields: {
    endpoint: { label: 'Эндпоинт', hint: 'Адрес хранилища без бакета. Пусто — Amazon S3 в указанном регионе.' },
    region: { label: 'Регион', hint: 'Регион бакета, например ru-central1. Cloudflare R2 — auto.' },
    bucket: { label: 'Бакет', hint: 'Имя бакета.' },
    prefix: { label: 'Папка', hint: 'Файлы хранятся в ней по ботам и дням. Пусто — без папки.' },
    path_style: {
      label: 'Бакет в пути адреса',
      hint: 'Подходит для MinIO и большинства хранилищ. Если выключено, бакет — часть имени хоста.',
    },
    format: {
      label: 'Формат',
      hint: 'Parquet занимает меньше всего места и быстрее всего обрабатывается.',
      options: { parquet: 'Parquet', ndjson: 'NDJSON', csv: 'CSV' },
    },
    access_key_id: { label: 'ID ключа доступа', hint: 'Ключ только для этого бакета.' },
    secret_access_key: { label: 'Секретный ключ', hint: 'От того же ключа доступа.' },
  },
  test: 'Сохраняется и удаляется файл botscope-test.txt. Успех доказывает, что ключ может записывать в бакет. Если удалять он не может, файл останется.',
};
