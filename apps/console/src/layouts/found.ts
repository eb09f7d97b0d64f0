import type { SearchKind, SearchResult } from '@signet/contracts'
import type { LinkProps } from '@tanstack/react-router'
import {
  AppWindow,
  Boxes,
  Bug,
  FolderSync,
  KeySquare,
  type LucideIcon,
  Server,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import { useSearchResults } from '../api/search-results.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'

interface FoundKind {
  readonly title: () => string
  /** Noun of one object. */
  readonly kind: () => string
  readonly icon: LucideIcon
  readonly to: (result: SearchResult, projectId: string) => LinkProps
}

const kinds: Readonly<Record<SearchKind, FoundKind>> = {
  project: {
    title: () => t.nav.projects,
    kind: () => t.nav.project,
    icon: Boxes,
    to: ({ id }) => paths.project(id),
  },
  team: {
    title: () => t.teams.title,
    kind: () => t.teams.team,
    icon: UsersRound,
    to: ({ id }) => paths.team(id),
  },
  application: {
    title: () => t.nav.applications,
    kind: () => t.nav.application,
    icon: AppWindow,
    to: ({ id }, projectId) => paths.application(projectId, id),
  },
  user: {
    title: () => t.nav.users,
    kind: () => t.nav.user,
    icon: UserRound,
    to: ({ id }, projectId) => paths.user(projectId, id),
  },
  group: {
    title: () => t.nav.groups,
    kind: () => t.nav.group,
    icon: Users,
    to: ({ id }, projectId) => paths.group(projectId, id),
  },
  api: {
    title: () => t.nav.resources,
    kind: () => t.nav.resource,
    icon: Server,
    to: ({ id }, projectId) => paths.resource(projectId, id),
  },
  provider: {
    title: () => t.nav.providers,
    kind: () => t.nav.provider,
    icon: KeySquare,
    to: ({ id }, projectId) => paths.provider(projectId, id),
  },
  connection: {
    title: () => t.nav.directories,
    kind: () => t.nav.directory,
    icon: FolderSync,
    to: ({ id }, projectId) => paths.directory(projectId, id),
  },
  fault: {
    title: () => t.faults.title,
    kind: () => t.faults.fault,
    icon: Bug,
    to: ({ id }) => paths.fault(id),
  },
}

/** Returns the object with exactly this id, if the caller may read it. */
export function useObject(id: string) {
  const result = useSearchResults(id).find((each) => each.id === id)
  return result && { name: result.name, to: kinds[result.kind].to(result, result.project?.id ?? '') }
}

export function useFound(typed: string) {
  const byKind = Object.groupBy(useSearchResults(typed), ({ kind }) => kind)
  return (Object.keys(kinds) as SearchKind[]).flatMap((kind) => {
    const { title, kind: noun, icon, to } = kinds[kind]
    const some = byKind[kind] ?? []
    if (some.length === 0) return []
    return [
      {
        title: title(),
        results: some.map((result) => ({
          id: `${kind}/${result.project?.id ?? ''}/${result.id}`,
          text: result.name,
          aside: [noun(), result.project?.name].filter(Boolean).join(' · '),
          icon,
          to: to(result, result.project?.id ?? ''),
        })),
      },
    ]
  })
}
