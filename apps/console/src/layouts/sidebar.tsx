import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import {
  AppWindow,
  Bot,
  Boxes,
  Fingerprint,
  FolderSync,
  House,
  ScrollText,
  Settings2,
  ShieldQuestion,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperation } from '../api/operation.ts'
import { paths } from '../paths.ts'
import { Mark } from '../ui/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ProjectCrumb } from './crumbs.tsx'
import { TeamSwitcher } from './team-switcher.tsx'

/** Teams above, the project at hand in the middle, the person below. */
export function Sidebar() {
  const { projectId } = useParams({ strict: false })
  const { superAdministrator } = useOperation('whoami', {})
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <Link
        {...paths.projects()}
        aria-label="Signet, all projects"
        className="flex items-center gap-2.5 self-start rounded-md px-1 pt-1"
      >
        <Mark size={24} />
        <span className="text-lg font-semibold tracking-tight">Signet</span>
      </Link>
      <TeamSwitcher />
      <nav aria-label="Main" className="grid gap-5">
        <NavList>
          <NavItem to={paths.projects()} icon={<Boxes size={16} />} text="Projects" exact />
          <NavItem to={paths.approvals()} icon={<ShieldQuestion size={16} />} text="Approvals" />
          {superAdministrator && <NavItem to={paths.agents()} icon={<Bot size={16} />} text="Agents" />}
          <NavItem to={paths.audit()} icon={<ScrollText size={16} />} text="Audit" />
        </NavList>
        {projectId && <ProjectNav projectId={projectId} />}
      </nav>
      <div className="mt-auto">
        <AccountMenu />
      </div>
    </div>
  )
}

const ProjectNav = ({ projectId }: { projectId: string }) => (
  <section className="grid gap-1.5">
    <h2 className="truncate px-2 text-xs font-medium text-quiet">
      <ProjectCrumb />
    </h2>
    <NavList>
      <NavItem to={paths.project(projectId)} icon={<House size={16} />} text="Overview" exact />
      <NavItem to={paths.applications(projectId)} icon={<AppWindow size={16} />} text="Applications" />
      <NavItem to={paths.users(projectId)} icon={<Users size={16} />} text="Users" />
      <NavItem to={paths.providers(projectId)} icon={<Fingerprint size={16} />} text="Identity providers" />
      <NavItem to={paths.directories(projectId)} icon={<FolderSync size={16} />} text="Directories" />
      <NavItem to={paths.projectSettings(projectId)} icon={<Settings2 size={16} />} text="Settings" />
    </NavList>
  </section>
)

const NavList = ({ children }: { children: ReactNode }) => <ul className="grid gap-0.5">{children}</ul>

interface NavItemProps {
  readonly to: LinkProps
  readonly icon: ReactNode
  readonly text: string
  /** Only the page itself is current, not the pages beneath it. */
  readonly exact?: boolean
}

const NavItem = ({ to, icon, text, exact = false }: NavItemProps) => (
  <li>
    <Link
      {...to}
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      className="group flex h-8 items-center gap-2.5 rounded-md px-2 text-quiet transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <span aria-hidden className="group-aria-[current=page]:text-accent">
        {icon}
      </span>
      {text}
    </Link>
  </li>
)
