import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listVariables, renderTemplate, type TemplateValues } from './campaign-template.ts';
import type { MessageEntity } from './messages.ts';

const anna: TemplateValues = (name) => ({ first_name: 'Анна <b>', 'field.city': 'Bern & Co' })[name as string] ?? '';
const bold = (offset: number, length: number): MessageEntity => ({ type: 'bold', offset, length });
const buildContent = (text: string, ...entities: MessageEntity[]) => ({ text, entities, buttons: [] });

test('variables become values or their fallback; other braces stay', () => {
  const text = '{first_name|friend}, {last_name|dear}! {username} {field.city} {nothing} {first_name|a|b} {}';
  expect(renderTemplate(buildContent(text), anna).text).toBe(
    'Анна <b>, dear!  Bern & Co {nothing} {first_name|a|b} {}',
  );
});

test('entities keep what they were put on', () => {
  // H i ,   { f i r s t _ n a m e } !
  const content = buildContent('Hi, {first_name}! 😀', bold(0, 2), bold(4, 12), bold(0, 17), bold(6, 3), bold(18, 2));
  expect(renderTemplate(content, anna)).toEqual(
    buildContent('Hi, Анна <b>! 😀', bold(0, 2), bold(4, 8), bold(0, 13), bold(4, 8), bold(14, 2)),
  );
  expect(renderTemplate(buildContent('{username}', bold(0, 10)), anna)).toEqual(buildContent(''));
});

test('values are encoded in addresses and nowhere else', () => {
  const link: MessageEntity = { type: 'text_link', offset: 0, length: 2, url: 'https://a.example/?c={field.city}' };
  const buttons = [
    [
      { text: 'To {field.city}', url: 'https://a.example/{field.city}' },
      { text: 'Here', callback_data: 'c:{field.city}' },
    ],
  ];
  expect(renderTemplate({ text: 'Hi', entities: [link], buttons }, anna)).toEqual({
    text: 'Hi',
    entities: [{ ...link, url: 'https://a.example/?c=Bern%20%26%20Co' }],
    buttons: [
      [
        { text: 'To Bern & Co', url: 'https://a.example/Bern%20%26%20Co' },
        { text: 'Here', callback_data: 'c:Bern & Co' },
      ],
    ],
  });
  expect(listVariables({ text: '{user_id} {user_id}', entities: [link], buttons })).toEqual(['user_id', 'field.city']);
});

test('an entity is never outside its text, whatever the values', () => {
  const parts = fc.array(fc.oneof(fc.string(), fc.constantFrom('{first_name}', '{field.city|x}', '{', '}', '😀')));
  fc.assert(
    fc.property(parts, fc.nat(60), fc.integer({ min: 1, max: 60 }), fc.string(), (texts, offset, length, value) => {
      const text = texts.join('');
      fc.pre(offset + length <= text.length);
      const rendered = renderTemplate(buildContent(text, bold(offset, length)), () => value);
      for (const entity of rendered.entities) {
        expect(entity.offset).toBeGreaterThanOrEqual(0);
        expect(entity.length).toBeGreaterThan(0);
        expect(entity.offset + entity.length).toBeLessThanOrEqual(rendered.text.length);
      }
    }),
  );
});
