import { operationQuery } from '../../api/operation.ts'
import { newestProjects } from './early-reads.ts'

export const newestProjectsQuery = operationQuery('project_list', newestProjects)

export const signInOverviewQuery = operationQuery('sign_in_overview_get', {})
