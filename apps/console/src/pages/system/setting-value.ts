import { parseObject } from '../../components/json-text.ts'
import type { MemberKind } from '../../components/object-rows.ts'
import { t } from '../../texts/index.ts'
import type { Setting } from './setting-groups.ts'

/** Text for text inputs, otherwise the value itself. */
export type Draft = string | boolean | readonly string[]

const listsByName = ({ type, options }: Setting): boolean => type === 'list' && options !== undefined

export function draftOf(setting: Setting, value: unknown = setting.value): Draft {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return listsByName(setting) ? value.map(String) : value.map(String).join('\n')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value, null, 2)
  return String(value ?? '')
}

export type ParsedDraft = { readonly value: unknown } | { readonly problem: string }

/** The server validates the value. */
export function parseDraft({ type }: Setting, draft: Draft): ParsedDraft {
  if (typeof draft !== 'string') return { value: draft }
  if (type === 'integer')
    return /^\d{1,15}$/.test(draft.trim()) ? { value: Number(draft) } : { problem: t.system.notNumber }
  if (type === 'list')
    return {
      value: draft
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    }
  if (type !== 'object') return { value: draft.trim() }
  const value = parseObject(draft)
  return value ? { value } : { problem: t.objectFields.invalid }
}

/** Values of the members of a setting that is an object. */
export const membersOf = ({ key }: Setting): MemberKind => {
  if (key === 'consent.scopeDescriptions') return 'text'
  return key === 'claims' || key === 'acrValues' ? 'words' : 'json'
}

export function shortOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? t.common.on : t.common.off
  const text = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  if (text === '' || text === '{}') return t.system.empty
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
