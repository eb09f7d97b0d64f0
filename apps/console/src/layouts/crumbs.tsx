import { useQuery } from '@tanstack/react-query'
import { Link, type StaticDataRouteOption, useMatches, useParams } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { operationQuery } from '../api/operation.ts'

/**
 * Names read from the server. The routes' loaders have them ready; where reading failed the page says so, and the
 * trail only leaves the name out.
 */
export function ProjectCrumb() {
  const { projectId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('project_get', { projectId })).data?.name ?? 'Project'
}

function ApplicationCrumb() {
  const { projectId = '', clientId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('client_get', { projectId, clientId })).data?.clientName ?? 'Application'
}

function UserCrumb() {
  const { projectId = '', userId = '' } = useParams({ strict: false })
  return useQuery(operationQuery('project_user_get', { projectId, userId })).data?.email ?? 'User'
}

function ProviderCrumb() {
  const { projectId = '', providerId = '' } = useParams({ strict: false })
  const { data } = useQuery(operationQuery('federation_provider_get', { projectId, providerId }))
  return data?.displayName ?? 'Identity provider'
}

function DirectoryCrumb() {
  const { projectId = '', connectionId = '' } = useParams({ strict: false })
  const { data } = useQuery(operationQuery('provisioning_connection_get', { projectId, connectionId }))
  return data?.displayName ?? 'Directory'
}

const named = {
  project: ProjectCrumb,
  application: ApplicationCrumb,
  user: UserCrumb,
  provider: ProviderCrumb,
  directory: DirectoryCrumb,
} as const

type CrumbOf = StaticDataRouteOption['crumb']

function Crumb({ crumb }: { crumb: CrumbOf }) {
  if (typeof crumb !== 'object') return crumb
  const Named = named[crumb.of]
  return <Named />
}

/** Where the page stands; the last crumb is the page itself. */
export function Crumbs() {
  const trail = useMatches().filter(({ staticData, status }) => staticData.crumb && status === 'success')
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1 text-quiet">
        {trail.map(({ id, pathname, staticData: { crumb } }, index) => {
          const isLast = index === trail.length - 1
          return (
            <li key={id} className={`flex min-w-0 items-center gap-1 ${isLast ? '' : 'max-sm:hidden'}`}>
              {index > 0 && (
                <ChevronRight size={14} aria-hidden className="shrink-0 opacity-60 max-sm:hidden" />
              )}
              {isLast ? (
                <span aria-current="page" className="truncate font-medium text-ink">
                  <Crumb crumb={crumb} />
                </span>
              ) : (
                <Link to={pathname} className="truncate rounded-sm hover:text-ink">
                  <Crumb crumb={crumb} />
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
