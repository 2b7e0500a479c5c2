/** A property of contacts or notes in a simulated HubSpot. */
export interface HubspotProperty {
  name: string;
  label: string;
  type: string;
  fieldType: string;
  groupName: string;
  hasUniqueValue: boolean;
}

export interface HubspotObject {
  id: string;
  properties: Record<string, string>;
}

export interface UpsertInput {
  id: string;
  idProperty: string;
  objectWriteTraceId?: string;
  properties: Record<string, string>;
}

/** Types of properties with the fields that show them. */
const fieldTypes: Readonly<Record<string, readonly string[]>> = {
  string: ['text', 'textarea'],
  number: ['number'],
  datetime: ['date'],
};

/** Records of a kind with their properties: found by properties whose values are unique. */
export function hubspotObjects(initial: readonly HubspotProperty[], firstId: number) {
  const properties = new Map(initial.map((property) => [property.name, property]));
  const objects = new Map<string, HubspotObject>();
  let nextId = firstId;

  const find = (idProperty: string, value: string) =>
    [...objects.values()].find((object) => object.properties[idProperty] === value);

  /** Creates a record or changes the one with the value. */
  const upsert = ({ id, idProperty, properties: values }: UpsertInput): { object: HubspotObject; isNew: boolean } => {
    const existing = find(idProperty, id);
    const object = existing ?? { id: String(nextId++), properties: { [idProperty]: id } };
    Object.assign(object.properties, values);
    objects.set(object.id, object);
    return { object, isNew: existing === undefined };
  };
  return { properties, objects, find, upsert };
}

export type HubspotObjects = ReturnType<typeof hubspotObjects>;

/** Why a definition of a property is refused; null if it is not. */
export function definitionProblem(definition: Partial<HubspotProperty>, groups: ReadonlySet<string>): string | null {
  const { name = '', label = '', type = '', fieldType = '', groupName = '' } = definition;
  if (!/^[a-z][a-z0-9_]{0,99}$/.test(name)) return 'Property name is invalid';
  if (label === '') return 'Label is required';
  if (!fieldTypes[type]?.includes(fieldType)) return `Field type ${fieldType} does not fit type ${type}`;
  return groups.has(groupName) ? null : `Property group ${groupName} does not exist`;
}

/** Why a value does not fit a property; null if it does. */
export function valueProblem({ name, type }: HubspotProperty, value: string): string | null {
  if (typeof value !== 'string') return `${name} is not a text`;
  if (type === 'number' && !/^-?\d+(\.\d+)?$/.test(value)) return `${name}: ${value} is not a number (INVALID_DOUBLE)`;
  if (type === 'datetime' && Number.isNaN(Date.parse(value))) return `${name}: ${value} is not a date (INVALID_DATE)`;
  return value.length > 65_536 ? `${name} is too long` : null;
}

/** Properties that a new account has. */
export const standardProperty = (name: string, type = 'string'): HubspotProperty => ({
  ...{ name, label: name, type, fieldType: fieldTypes[type]?.[0] ?? 'text' },
  ...{ groupName: 'standard', hasUniqueValue: false },
});
