import { normalizeKey } from '@signet/accounts'
import { raw, type Sql, sql } from '@signet/db'
import { type Column, type Columns, type ListColumn, textColumn } from '../../messages/filter/to-sql.ts'
import type { Attribute } from '../../schemas/attribute.ts'
import { enterpriseUserSchema } from '../../schemas/enterprise-user.ts'
import type { AttributeRef } from '../../schemas/find-attribute.ts'
import { userSchema } from '../../schemas/user.ts'

const literal = (name: string): Sql => raw(`'${name}'`)

/** Attributes with a column of `accounts a`. */
const own: Readonly<Record<string, Column>> = {
  id: textColumn(sql`a.id`, false),
  externalId: textColumn(sql`a.external_id`, false),
  userName: textColumn(sql`a.username_key`, true),
  active: { kind: 'boolean', value: sql`a.active` },
  displayName: textColumn(sql`a.display_name_key`, true),
  'meta.resourceType': textColumn(sql`'User'::text`, false),
  'meta.created': { kind: 'time', value: sql`a.created_at` },
  'meta.lastModified': { kind: 'time', value: sql`a.version_at` },
}

/** Has the form of `normalizeKey`. */
const schemas: ListColumn = {
  kind: 'list',
  from: sql`(VALUES (${literal(normalizeKey(userSchema.id))}), (CASE WHEN a.profile->'enterprise' IS NOT NULL
    THEN ${literal(normalizeKey(enterpriseUserSchema.id))} END)) AS s(urn)`,
  where: sql`s.urn IS NOT NULL`,
  columns: { value: textColumn(sql`(s.urn COLLATE "C")`, true) },
}

const groups: ListColumn = {
  kind: 'list',
  from: sql`group_members gm JOIN groups gr ON gr.project_id = gm.project_id AND gr.id = gm.group_id`,
  where: sql`gm.project_id = a.project_id AND gm.account_id = a.id`,
  columns: {
    value: textColumn(sql`gm.group_id`, false),
    display: textColumn(sql`gr.display_name_key`, true),
  },
}

/** Texts in JSON otherwise have the collation of the database. */
const jsonText = (path: Sql, isKey = true): Column => textColumn(sql`((${path}) COLLATE "C")`, isKey)

const elementColumns = ({ subAttributes = [] }: Attribute): Readonly<Record<string, Column>> =>
  Object.fromEntries(
    subAttributes.map(({ name, type }): [string, Column] => {
      const value = sql`v.item->>${literal(name)}`
      return type === 'boolean'
        ? [name, { kind: 'boolean', value: sql`(${value})::boolean`, isAssumed: true }]
        : [name, jsonText(value)]
    }),
  )

/** Attributes without a column are in the profile, whose texts are also stored in comparable form. */
export const userColumns: Columns = ({ extension, attribute, sub }: AttributeRef) => {
  const name = sub ? `${attribute.name}.${sub.name}` : attribute.name
  if (!extension && Object.hasOwn(own, name)) return own[name] ?? null
  if (!extension && attribute.name === 'groups') return groups
  if (!extension && attribute.name === 'schemas') return schemas
  if (!(extension ?? userSchema).attributes.includes(attribute)) return null
  const isKey = (sub ?? attribute).caseExact !== true
  const profile = isKey ? sql`a.profile_key` : sql`a.profile`
  const owner = extension ? sql`${profile}->'enterprise'` : profile
  const value = sql`${owner}->${literal(attribute.name)}`
  if (attribute.multiValued)
    return {
      kind: 'list',
      from: sql`jsonb_array_elements(${value}) AS v(item)`,
      where: sql`true`,
      columns: elementColumns(attribute),
      array: sql`(${value})`,
      ...(attribute.name === 'emails' ? { lookUp: hasAddress } : {}),
    }
  if (sub) return jsonText(sql`${value}->>${literal(sub.name)}`, isKey)
  if (attribute.type === 'complex') return { kind: 'object', value: sql`(${value})` }
  return jsonText(sql`${owner}->>${literal(attribute.name)}`, isKey)
}

const hasAddress = (key: string): Sql => sql`EXISTS (
  SELECT 1 FROM account_addresses x WHERE x.project_id = a.project_id AND x.account_id = a.id AND x.address_key = ${key})`
