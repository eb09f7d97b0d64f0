import { operationQuery } from '../../api/operation.ts'

export const newestProjects = { sort: '-createdAt', count: 6 } as const

export const newestProjectsQuery = operationQuery('project_list', newestProjects)

export const signInOverviewQuery = operationQuery('sign_in_overview_get', {})
