/** RFC 7643 section 7 */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex'
  readonly description: string
  readonly multiValued: boolean
  readonly required: boolean
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly'
  readonly returned: 'always' | 'never' | 'default' | 'request'
  readonly caseExact?: boolean
  readonly uniqueness?: 'none' | 'server' | 'global'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export interface Schema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

type Override = Partial<Omit<Attribute, 'name' | 'type' | 'description' | 'subAttributes'>>

const usual = {
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
} as const

export const text = (name: string, description: string, override: Override = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...usual,
  caseExact: false,
  uniqueness: 'none',
  ...override,
})

export const flag = (name: string, description: string, override: Override = {}): Attribute => ({
  name,
  type: 'boolean',
  description,
  ...usual,
  ...override,
})

export const dateTime = (name: string, description: string, override: Override = {}): Attribute => ({
  name,
  type: 'dateTime',
  description,
  ...usual,
  ...override,
})

export const reference = (
  name: string,
  description: string,
  referenceTypes: readonly string[],
  override: Override = {},
): Attribute => ({
  name,
  type: 'reference',
  description,
  ...usual,
  caseExact: true,
  uniqueness: 'none',
  referenceTypes,
  ...override,
})

export const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  override: Override = {},
): Attribute => ({ name, type: 'complex', description, ...usual, ...override, subAttributes })

/** One value may be primary (RFC 7643 section 2.4). */
export const contacts = (
  name: string,
  description: string,
  types: readonly string[],
  value: Override = {},
): Attribute =>
  listed(name, description, types, [
    text('value', 'The value itself.', value),
    text('display', 'The value as it is shown.'),
  ])

/** One complex value may be primary. */
export const listed = (
  name: string,
  description: string,
  types: readonly string[],
  subAttributes: readonly Attribute[],
): Attribute =>
  complex(
    name,
    description,
    [
      ...subAttributes,
      text('type', 'The use of the value.', types.length > 0 ? { canonicalValues: types } : {}),
      flag('primary', 'Whether the value is the primary one; at most one of the list.'),
    ],
    { multiValued: true },
  )
