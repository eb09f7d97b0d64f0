import type { EarlyRead } from '../../api/early.ts'

export const newestProjects = { sort: '-createdAt', count: 6 } as const

/** Reads that the first content of the page waits for. */
export const earlyReads = [
  ['sign_in_overview_get', {}],
  ['project_list', newestProjects],
] as const satisfies readonly EarlyRead[]
