import { t } from '../../texts/index.ts'

/** Returns the text before and after the target; an unknown action of a newer server is shown as words. */
export function textsOf(action: string): { before: string; after: string | null } {
  const text = Object.entries(t.auditActions).find(([known]) => known === action)?.[1]
  const shown = text ?? `${action.replaceAll('.', ' ')}: {target}`
  const [before = '', after = null] = (typeof shown === 'string' ? shown : shown('{target}')).split(
    '{target}',
  )
  return { before, after }
}

/** Texts that have no noun in front of the target. */
const withoutNoun: ReadonlySet<string> = new Set(['admin.superadmin.grant', 'admin.superadmin.withdraw'])

/** Returns the text without the name of the target, for the page of the target; null when the text needs the name. */
export function textWithoutTarget(action: string): string | null {
  if (withoutNoun.has(action)) return null
  if (action === 'setup.bootstrap') return t.audit.setUp
  const { before, after } = textsOf(action)
  // Chinese and Japanese have spaces only around the name.
  return `${before.trimEnd()}${(after ?? '').replace(/^ (?=\p{Script=Han}|\p{Script=Hiragana})/u, '')}`
}
