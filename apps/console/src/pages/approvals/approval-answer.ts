import type { Answer } from '../../api/client.ts'
import { visible } from '../../components/value-rows.ts'

export type ApprovalAnswer = Answer<'approval_get'>

/** Returns the name of the project; null for a call without one. */
export const projectNameOf = ({ project }: Readonly<Record<string, unknown>>): string | null =>
  typeof project === 'string' ? visible(project) : null
