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
  readonly icon: LucideIcon
  readonly to: (result: SearchResult, projectId: string) => LinkProps
}

const kinds: Readonly<Record<SearchKind, FoundKind>> = {
  project: { title: () => t.nav.projects, icon: Boxes, to: ({ id }) => paths.project(id) },
  team: { title: () => t.teams.title, icon: UsersRound, to: ({ id }) => paths.team(id) },
  application: {
    title: () => t.nav.applications,
    icon: AppWindow,
    to: ({ id }, projectId) => paths.application(projectId, id),
  },
  user: { title: () => t.nav.users, icon: UserRound, to: ({ id }, projectId) => paths.user(projectId, id) },
  group: { title: () => t.nav.groups, icon: Users, to: ({ id }, projectId) => paths.group(projectId, id) },
  api: {
    title: () => t.nav.resources,
    icon: Server,
    to: ({ id }, projectId) => paths.resource(projectId, id),
  },
  provider: {
    title: () => t.nav.providers,
    icon: KeySquare,
    to: ({ id }, projectId) => paths.provider(projectId, id),
  },
  connection: {
    title: () => t.nav.directories,
    icon: FolderSync,
    to: ({ id }, projectId) => paths.directory(projectId, id),
  },
  fault: { title: () => t.faults.title, icon: Bug, to: ({ id }) => paths.fault(id) },
}

/** Returns the object with exactly this id, if the caller may read it. */
export function useObject(id: string) {
  const result = useSearchResults(id).find((each) => each.id === id)
  return result && { name: result.name, to: kinds[result.kind].to(result, result.project?.id ?? '') }
}

export function useFound(typed: string) {
  const byKind = Object.groupBy(useSearchResults(typed), ({ kind }) => kind)
  return (Object.keys(kinds) as SearchKind[]).flatMap((kind) => {
    const { title, icon, to } = kinds[kind]
    const some = byKind[kind] ?? []
    if (some.length === 0) return []
    return [
      {
        title: title(),
        results: some.map((result) => ({
          id: `${kind}/${result.project?.id ?? ''}/${result.id}`,
          text: result.name,
          note: result.project?.name,
          icon,
          to: to(result, result.project?.id ?? ''),
        })),
      },
    ]
  })
}
