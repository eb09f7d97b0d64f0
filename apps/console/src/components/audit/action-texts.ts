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
