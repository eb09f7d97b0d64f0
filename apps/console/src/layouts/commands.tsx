import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { BookOpen, Clock, KeyboardIcon, LogOut, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { operationQuery, useOperation, useOperationPage } from '../api/operation.ts'
import { settingNamesQuery } from '../api/setting-names.ts'
import { useNouns } from '../noun.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'
import { openDocuments } from './documents.ts'
import { useFound } from './found.ts'
import { useHelpPages } from './help-pages.ts'
import { iconOf } from './operation-icon.ts'
import { operationsHere, operationsOfActiveTeam, roleAt } from './operations-here.ts'
import { recentObjects } from './recent.ts'
import { useSignOut } from './sign-out.ts'

export interface Command {
  readonly id: string
  readonly text: string
  readonly note?: string
  /** Kind of the object. */
  readonly aside?: string
  readonly icon: ReactNode
  readonly run: () => void
}

export interface CommandSection {
  readonly title: string
  readonly commands: readonly Command[]
}

export interface PaletteActions {
  readonly onClose: () => void
  readonly onHelp: () => void
}

const icon = (Icon: LucideIcon): ReactNode => <Icon size={15} aria-hidden />

/** Actions that are listed without a search. */
const mostUnasked = 5

/** Omits empty sections. */
export function useCommands(q: string, { onClose, onHelp }: PaletteActions): CommandSection[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const text = q.trim().toLowerCase()
  const go = (to: LinkProps) => () => {
    onClose()
    void navigate(to)
  }
  const { inProject, pages, operations, projectName } = usePlaces(go)
  const matching = (commands: readonly Command[]) =>
    commands.filter((each) => `${each.text} ${each.note ?? ''}`.toLowerCase().includes(text))
  const fixed: Command[] = [
    { id: 'shortcuts', text: t.shell.keys.title, icon: icon(KeyboardIcon), run: onHelp },
    { id: 'documents', text: t.nav.documents, icon: icon(BookOpen), run: () => openDocuments() },
    { id: 'sign-out', text: t.shell.signOut, icon: icon(LogOut), run: signOut },
  ]
  return [
    { title: t.shell.recent, commands: matching(useRecentCommands(go)) },
    { title: t.shell.operations, commands: text ? matching(operations) : operations.slice(0, mostUnasked) },
    { title: t.shell.inProject(projectName), commands: matching(inProject) },
    { title: t.shell.pages, commands: matching(pages) },
    ...useFoundCommands(q, go),
    { title: t.shell.session, commands: matching(fixed) },
    { title: t.nav.settings, commands: useSettingCommands(text, go) },
    {
      title: t.nav.documents,
      commands: useHelpPages(text).map(
        ({ title, url }): Command => ({
          id: `help/${url}`,
          text: title,
          icon: icon(BookOpen),
          run: () => openDocuments(url),
        }),
      ),
    },
  ].filter(({ commands }) => commands.length > 0)
}

type Go = (to: LinkProps) => () => void

function usePlaces(go: Go) {
  const nouns = useNouns()
  const params = useParams({ strict: false })
  const whoami = useOperation('whoami', {})
  const here = useMatches().at(-1)?.fullPath
  const { projectId } = params
  const project = useQuery({
    ...operationQuery('project_get', { projectId: projectId ?? '' }),
    enabled: projectId !== undefined,
  }).data
  const projectName = project?.name ?? ''
  const inProject = nouns.flatMap(({ projectNav: nav }): Command[] =>
    nav && projectId
      ? [
          {
            id: `project/${nav.label()}`,
            text: nav.label(),
            icon: icon(nav.icon),
            run: go(nav.to(projectId)),
          },
        ]
      : [],
  )
  const pages = nouns.flatMap(({ instanceNav: nav }): Command[] =>
    nav && (nav.isVisible?.(whoami) ?? true)
      ? [{ id: `page/${nav.label()}`, text: nav.label(), icon: icon(nav.icon), run: go(nav.to()) }]
      : [],
  )
  const possible = operationsHere(nouns, params, roleAt(whoami, params.teamId ?? project?.teamId))
  const operations = possible
    .toSorted((one, other) => Number(other.place === here) - Number(one.place === here))
    .map(({ name, label, place, to }): Command => {
      const subject = place === here ? titleOfPage() : place.includes('$projectId') ? projectName : ''
      return { id: name, text: label, ...(subject ? { note: subject } : {}), icon: iconOf(name), run: go(to) }
    })
  const ofTeam = params.teamId === undefined ? operationsOfActiveTeam(nouns, whoami) : []
  const commandsOfTeam = ofTeam.map(
    ({ name, label, note, to }): Command => ({
      id: name,
      text: label,
      note,
      icon: iconOf(name),
      run: go(to),
    }),
  )
  return { inProject, pages, operations: [...operations, ...commandsOfTeam], projectName }
}

const titleOfPage = (): string => document.querySelector('main h1')?.textContent ?? ''

/** Compares the segments that name a kind: `/projects/<id>/users/<id>` is one of the users, `/teams/<id>` one of the teams. */
const kindIn = (path: string): string => {
  const [, first = '', , second] = path.split('/')
  return first === 'projects' && second ? `${first}/${second}` : first
}

function useKinds() {
  const nouns = useNouns()
  const entries = nouns.flatMap(({ instanceNav, projectNav }) => [
    ...(instanceNav ? [{ to: instanceNav.to().to, nav: instanceNav }] : []),
    ...(projectNav ? [{ to: projectNav.to('-').to, nav: projectNav }] : []),
  ])
  return new Map(entries.map(({ to, nav }) => [kindIn(String(to)), nav]))
}

function useRecentCommands(go: Go): Command[] {
  const { id } = useOperation('whoami', {})
  const here = useMatches().at(-1)?.pathname
  const kinds = useKinds()
  return recentObjects(id)
    .filter(({ path }) => path !== here)
    .map(({ path, name, kind }) => ({
      id: `recent/${path}`,
      text: name,
      aside: kind,
      icon: icon(kinds.get(kindIn(path))?.icon ?? Clock),
      run: go({ to: path } as LinkProps),
    }))
}

const useFoundCommands = (q: string, go: Go): CommandSection[] =>
  useFound(q).map(({ title, results }) => ({
    title,
    commands: results.map(
      ({ id, text, aside, to, icon: Icon }): Command => ({
        id: `found/${id}`,
        text,
        aside,
        icon: icon(Icon),
        run: go(to),
      }),
    ),
  }))

const mostSettings = 6
const shortestSetting = 3

function useSettingCommands(text: string, go: Go): Command[] {
  const { superAdministrator } = useOperation('whoami', {})
  const isAsked = superAdministrator && text.length >= shortestSetting
  const settings = useOperationPage('settings_get', {}, isAsked).data?.settings ?? []
  const names = useQuery({ ...settingNamesQuery, enabled: isAsked }).data
  if (!isAsked || !names) return []
  return settings
    .map(({ key, description }) => ({ key, name: names[key], note: t.settings[key] ?? description }))
    .filter(({ key, name, note }) => `${key} ${name} ${note}`.toLowerCase().includes(text))
    .slice(0, mostSettings)
    .map(({ key, name }) => ({
      id: `setting/${key}`,
      text: name,
      note: key,
      icon: icon(SlidersHorizontal),
      run: go(paths.system({ q: key })),
    }))
}
