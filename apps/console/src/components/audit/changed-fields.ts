import type { AuditEntry } from '@signet/contracts'
import { formatList } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { type DetailRow, detailRows, isChange, type Names, textOf } from './entry-texts.ts'
import { fieldLabel, profileLabel } from './field-labels.ts'
import { membersIn } from './membership.ts'

type ChangeEntry = Pick<AuditEntry, 'action' | 'detail'>

const mostNamed = 3

/** Characters of a value in a row. */
const longest = 24

/** The log has no secret values. Values of these fields are not legible either. */
const illegible = /secret|password|token|key|certificate/i

/** Returns the old and the new value when both are short, such as ": Shop → Webshop". */
function valuesOf(field: string, { from, to }: { from: unknown; to: unknown }): string {
  const texts = [textOf(from), textOf(to)]
  return illegible.test(field) || texts.some(({ length }) => length > longest) ? '' : `: ${texts.join(' → ')}`
}

/**
 * Returns the changed fields, such as "Name: Shop → Webshop, Redirect addresses and 3 more", or the members and the group of a
 * membership; empty for another entry than that of a change.
 */
export function changedFields({ action, detail }: ChangeEntry, names: Names): string {
  if (action.endsWith('.create')) return ''
  if (action.startsWith('enduser.group.') && typeof detail.group === 'string')
    return `${t.nav.group}: ${detail.group}`
  if (/^(team|group)\.member\./.test(action)) return membersIn({ action, detail }, names)
  const fields = Object.entries(detail).flatMap(([field, value]) => {
    const label = fieldLabel(action, field) ?? names.get(field) ?? wordsOf(field)
    if (isChange(value)) return [`${label}${valuesOf(field, value)}`]
    return action === 'enduser.update' ? membersOf(field, value) : []
  })
  const unique = [...new Set(fields)]
  const named = unique.length > mostNamed ? unique.slice(0, mostNamed - 1) : unique
  const others = unique.length - named.length
  return formatList(others > 0 ? [...named, t.audit.moreFields(others)] : named)
}

/** An entry of a user names the changed members of the profile and of the claims, without their values. */
const membersOf = (field: string, value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String).map((name) => (field === 'profile' ? (profileLabel(name) ?? wordsOf(name)) : name))
    : []

/** Abbreviations in the names of fields. */
const abbreviations = /\b(?:api|id|jwks|pkce|saml|scim|ttl|uri|url)(s?)\b/g

/** The fields of other objects have no period. */
export const isSettingKey = (field: string): boolean => field.includes('.')

/** Returns the words of the name of a field: "redirect URIs" for `redirectUris`. A key of a setting stays. */
const wordsOf = (field: string): string =>
  isSettingKey(field)
    ? field
    : field
        .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
        .toLowerCase()
        .replace(abbreviations, (word, s: string) => word.slice(0, word.length - s.length).toUpperCase() + s)

/** Returns the rows of the detail with the labels of the console's forms, the names of settings, otherwise the API's names of the fields. */
export const labelledRows = ({ action, detail }: ChangeEntry, names: Names): DetailRow[] =>
  detailRows(detail).map((row) => ({
    ...row,
    field: fieldLabel(action, row.field) ?? names.get(row.field) ?? row.field,
  }))
