import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { type FunctionComponent, lazy, Suspense } from 'react'
import { useOperation } from '../api/operation.ts'
import { type NavGroup, useNouns } from '../noun.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'
import { Mark } from '../ui/mark.tsx'

// Loaded later, because the first page can be drawn without menus.
const AccountMenu = lazy(() => import('./account-menu.tsx').then((m) => ({ default: m.AccountMenu })))
const TeamSwitcher = lazy(() => import('./team-switcher.tsx').then((m) => ({ default: m.TeamSwitcher })))
const ProjectSwitcher = lazy(() =>
  import('./project-switcher.tsx').then((m) => ({ default: m.ProjectSwitcher })),
)

const menuSpace = <div className="h-13" />

export function Sidebar() {
  const { projectId } = useParams({ strict: false })
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <Link {...paths.home()} className="flex items-center gap-2.5 self-start rounded-md px-1 pt-1">
        <Mark size={24} />
        <span className="grid min-w-0">
          <span className="text-lg leading-5 font-semibold tracking-tight">Signet</span>
          <span className="truncate text-xs text-quiet">{location.host}</span>
          <span className="sr-only">{t.home.title}</span>
        </span>
      </Link>
      {projectId ? <ProjectLevel projectId={projectId} /> : <InstanceLevel />}
      <div className="mt-auto">
        <Suspense fallback={menuSpace}>
          <AccountMenu />
        </Suspense>
      </div>
    </div>
  )
}

function InstanceLevel() {
  const whoami = useOperation('whoami', {})
  const entries = useNouns().flatMap(({ instanceNav: nav }) =>
    nav && (nav.isVisible?.(whoami) ?? true) ? [{ ...nav, to: nav.to() }] : [],
  )
  return (
    <>
      <Suspense fallback={menuSpace}>
        <TeamSwitcher />
      </Suspense>
      <NavList label={t.nav.main} entries={entries} />
    </>
  )
}

function ProjectLevel({ projectId }: { projectId: string }) {
  const whoami = useOperation('whoami', {})
  const entries = useNouns().flatMap(({ projectNav: nav }) =>
    nav && (nav.isVisible?.(whoami) ?? true) ? [{ ...nav, to: nav.to(projectId) }] : [],
  )
  return (
    <>
      <Suspense fallback={menuSpace}>
        <ProjectSwitcher projectId={projectId} />
      </Suspense>
      <NavList label={t.nav.project} entries={entries} />
    </>
  )
}

interface Entry {
  readonly group?: NavGroup
  readonly to: LinkProps
  readonly icon: LucideIcon
  readonly label: () => string
  readonly exact?: boolean
  readonly badge?: FunctionComponent
}

const NavList = ({ label, entries }: { label: string; entries: readonly Entry[] }) => (
  <nav aria-label={label} className="grid gap-3">
    {[...Map.groupBy(entries, ({ group }) => group)].map(([group, items]) => (
      <div key={group ?? ''}>
        {group && (
          <p aria-hidden className="px-2 pb-1 text-xs text-quiet">
            {t.nav.headings[group]}
          </p>
        )}
        <ul aria-label={group && t.nav.headings[group]} className="grid grid-cols-1 gap-0.5">
          {items.map((entry) => (
            <NavItem key={entry.label()} {...entry} />
          ))}
        </ul>
      </div>
    ))}
  </nav>
)

const NavItem = ({ to, icon: Icon, label, exact = false, badge: Badge }: Entry) => (
  <li>
    <Link
      {...to}
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      className="group flex h-8 items-center gap-2.5 rounded-md px-2 text-quiet transition-colors hover:bg-hover/50 hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon size={16} aria-hidden className="shrink-0 group-aria-[current=page]:text-accent" />
      <span className="min-w-0 flex-1 truncate">{label()}</span>
      {Badge && (
        <Suspense>
          <Badge />
        </Suspense>
      )}
    </Link>
  </li>
)
