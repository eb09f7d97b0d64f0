import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { AppWindow, Boxes, LogOut, MonitorSmartphone, Plus, ScrollText, Search, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from 'react-aria-components'
import { operationQuery } from '../api/operation.ts'
import { paths } from '../paths.ts'
import { MenuItem } from '../ui/menu.tsx'
import { useSignOut } from './sign-out.ts'

interface Command {
  readonly id: string
  readonly text: string
  readonly icon: ReactNode
  readonly run: () => void
}

/** Ctrl-K: pages, projects and what can be done from anywhere. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const sections = useCommands(onClose)
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-50 flex items-start justify-center bg-veil px-4 pt-[12vh]"
    >
      <Modal className="w-full max-w-lg overflow-hidden rounded-xl bg-raised shadow-float">
        <Dialog aria-label="Search and commands" className="outline-none">
          <Autocomplete filter={contains}>
            <TextField
              aria-label="Search and commands"
              autoFocus
              className="flex items-center border-b border-line px-3.5"
            >
              <Search size={16} aria-hidden className="text-quiet" />
              <Input
                placeholder="Go to a project or do something…"
                className="h-12 w-full bg-transparent px-2.5 text-lg outline-none placeholder:text-quiet"
              />
            </TextField>
            <Menu
              aria-label="Commands"
              className="max-h-[50vh] overflow-y-auto p-1.5 outline-none"
              renderEmptyState={() => <p className="px-2 py-6 text-center text-quiet">Nothing matches.</p>}
            >
              {sections.map(({ title, commands }) => (
                <MenuSection key={title}>
                  <Header className="px-2 pt-2 pb-1 text-xs font-medium text-quiet">{title}</Header>
                  {commands.map(({ id, text, icon, run }) => (
                    <MenuItem key={id} id={id} text={text} icon={icon} onAction={run} />
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function useCommands(onClose: () => void): { title: string; commands: Command[] }[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const projects = useQuery(operationQuery('project_list', {})).data?.projects ?? []
  const go = (to: LinkProps) => () => {
    onClose()
    void navigate(to)
  }
  const inProject = projects.flatMap(({ id, name }): Command[] => [
    { id, text: name, icon: <Boxes size={15} aria-hidden />, run: go(paths.project(id)) },
    {
      id: `${id}/applications`,
      text: `${name}: Applications`,
      icon: <AppWindow size={15} aria-hidden />,
      run: go(paths.applications(id)),
    },
    {
      id: `${id}/users`,
      text: `${name}: Users`,
      icon: <Users size={15} aria-hidden />,
      run: go(paths.users(id)),
    },
  ])
  return [
    {
      title: 'Pages',
      commands: [
        {
          id: 'projects',
          text: 'Projects',
          icon: <Boxes size={15} aria-hidden />,
          run: go(paths.projects()),
        },
        { id: 'audit', text: 'Audit', icon: <ScrollText size={15} aria-hidden />, run: go(paths.audit()) },
        {
          id: 'sessions',
          text: 'Your sessions',
          icon: <MonitorSmartphone size={15} aria-hidden />,
          run: go(paths.ownSessions()),
        },
      ],
    },
    ...(inProject.length > 0 ? [{ title: 'Projects', commands: inProject }] : []),
    {
      title: 'Do',
      commands: [
        { id: 'new', text: 'New project', icon: <Plus size={15} aria-hidden />, run: go(paths.projectNew()) },
        { id: 'sign-out', text: 'Sign out', icon: <LogOut size={15} aria-hidden />, run: signOut },
      ],
    },
  ]
}
