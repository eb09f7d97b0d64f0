/** The keys of a project, or of the instance without one. */
export interface KeySetProps {
  readonly projectId?: string
  readonly refusal: string | null
}

const ofProject = {
  generate: 'project_key_generate',
  rotate: 'project_key_rotate',
  promote: 'project_key_promote',
  demote: 'project_key_demote',
  retire: 'project_key_retire',
  revoke: 'project_key_revoke',
} as const
const ofInstance = {
  generate: 'jwks_generate',
  rotate: 'jwks_rotate',
  promote: 'jwks_promote',
  demote: 'jwks_demote',
  retire: 'jwks_retire',
  revoke: 'jwks_revoke',
} as const

export const operationsOf = ({ projectId }: KeySetProps) => (projectId === undefined ? ofInstance : ofProject)
export const scopeOf = ({ projectId }: KeySetProps) => (projectId === undefined ? {} : { projectId })
