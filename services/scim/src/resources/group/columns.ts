import { normalizeKey } from '@signet/accounts'
import { sql } from '@signet/db'
import { type Column, type Columns, type ListColumn, textColumn } from '../../messages/filter/to-sql.ts'
import { groupSchema } from '../../schemas/group.ts'

/** Columns of members (`group_members m`) for filters and for paths of PATCH. */
const ofMember: Readonly<Record<string, Column>> = {
  value: textColumn(sql`m.account_id`, false),
  type: textColumn(sql`'user'`, true),
  display: textColumn(
    sql`(SELECT o.username_key FROM accounts o WHERE o.project_id = m.project_id AND o.id = m.account_id)`,
    true,
  ),
}

export const memberColumns: Columns = ({ attribute }) => ofMember[attribute.name] ?? null

const members: ListColumn = {
  kind: 'list',
  from: sql`group_members m`,
  where: sql`m.project_id = g.project_id AND m.group_id = g.id`,
  columns: ofMember,
}

/** Has the form of `normalizeKey`. */
const schemas: ListColumn = {
  kind: 'list',
  from: sql`(VALUES (${normalizeKey(groupSchema.id)}::text)) AS s(urn)`,
  where: sql`true`,
  columns: { value: textColumn(sql`(s.urn COLLATE "C")`, true) },
}

const own: Readonly<Record<string, Column>> = {
  id: textColumn(sql`g.id`, false),
  externalId: textColumn(sql`g.external_id`, false),
  displayName: textColumn(sql`g.display_name_key`, true),
  'meta.resourceType': textColumn(sql`'Group'::text`, false),
  'meta.created': { kind: 'time', value: sql`g.created_at` },
  'meta.lastModified': { kind: 'time', value: sql`g.version_at` },
}

export const groupColumns: Columns = ({ attribute, sub }) => {
  if (attribute.name === 'members') return members
  if (attribute.name === 'schemas') return schemas
  const name = sub ? `${attribute.name}.${sub.name}` : attribute.name
  return Object.hasOwn(own, name) ? (own[name] ?? null) : null
}
