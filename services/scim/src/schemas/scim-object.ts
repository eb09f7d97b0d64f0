/** Has only declared names. */
export type ScimValue = string | boolean | ScimObject | readonly ScimObject[] | readonly string[]

export interface ScimObject {
  [name: string]: ScimValue | undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isScimObject = (value: unknown): value is ScimObject => isObject(value)

export const listOf = (value: ScimValue | undefined): readonly ScimObject[] =>
  Array.isArray(value) ? value.filter(isScimObject) : []

export const objectOf = (value: ScimValue | undefined): ScimObject =>
  typeof value === 'object' && !Array.isArray(value) ? (value as ScimObject) : {}

export const assigned = (object: ScimObject): ScimObject =>
  Object.fromEntries(Object.entries(object).filter(([, member]) => member !== undefined))
