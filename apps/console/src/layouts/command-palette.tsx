import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate, useParams } from '@tanstack/react-router'
import { BookOpen, LogOut, type LucideIcon, Search, Zap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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
} from 'react-aria-components'
import { operationQuery, useOperation } from '../api/operation.ts'
import { useNouns } from '../noun.ts'
import { t } from '../texts/index.ts'
import { MenuItem } from '../ui/menu.tsx'
import { openDocuments } from './documents.ts'
import { useFound } from './found.ts'
import { operationsHere, roleAt } from './operations-here.ts'
import { useSignOut } from './sign-out.ts'

interface Command {
  readonly id: string
  readonly text: string
  readonly note?: string
  readonly icon: ReactNode
  readonly run: () => void
}

/** Ctrl-K: finds pages, projects and available actions. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [q, setQ] = useState('')
  const sections = useCommands(q, onClose)
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-50 flex items-start justify-center bg-veil px-4 pt-[12vh]"
    >
      <Modal className="w-full max-w-lg overflow-hidden rounded-xl bg-raised shadow-float">
        <Dialog aria-label={t.shell.palette} className="outline-none">
          <Autocomplete inputValue={q} onInputChange={setQ}>
            <TextField
              aria-label={t.shell.palette}
              autoFocus
              className="flex items-center border-b border-line px-3.5"
            >
              <Search size={16} aria-hidden className="text-quiet" />
              <Input
                placeholder={t.shell.palettePlaceholder}
                className="h-12 w-full bg-transparent px-2.5 text-lg outline-none placeholder:text-quiet"
              />
            </TextField>
            <Menu
              aria-label={t.shell.commands}
              className="max-h-[50vh] overflow-y-auto p-1.5 outline-none"
              renderEmptyState={() => (
                <p className="px-2 py-6 text-center text-quiet">{t.common.nothingMatches}</p>
              )}
            >
              {sections.map(({ title, commands }) => (
                <MenuSection key={title}>
                  <Header className="px-2 pt-2 pb-1 text-xs font-medium text-quiet">{title}</Header>
                  {commands.map(({ run, ...command }) => (
                    <MenuItem key={command.id} {...command} onAction={run} />
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

/** Returns the commands of each section that contain the typed text; omits empty sections. */
function useCommands(q: string, onClose: () => void): { title: string; commands: Command[] }[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const nouns = useNouns()
  const params = useParams({ strict: false })
  const whoami = useOperation('whoami', {})
  const found = useFound(q)
  const { projectId } = params
  const project = useQuery({
    ...operationQuery('project_get', { projectId: projectId ?? '' }),
    enabled: projectId !== undefined,
  }).data
  const go = (to: LinkProps) => () => {
    onClose()
    void navigate(to)
  }
  const icon = (Icon: LucideIcon) => <Icon size={15} aria-hidden />
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
  const operations = operationsHere(nouns, params, roleAt(whoami, params.teamId ?? project?.teamId)).map(
    ({ name, label, to }): Command => ({ id: name, text: label, icon: icon(Zap), run: go(to) }),
  )
  const text = q.trim().toLowerCase()
  const matching = (commands: Command[]) => commands.filter((each) => each.text.toLowerCase().includes(text))
  return [
    { title: t.shell.inProject(project?.name ?? ''), commands: matching(inProject) },
    { title: t.shell.pages, commands: matching(pages) },
    ...found.map(({ title, results }) => ({
      title,
      commands: results.map(
        ({ id, text, note, to, icon: Icon }): Command => ({
          id: `found/${id}`,
          text,
          ...(note ? { note } : {}),
          icon: icon(Icon),
          run: go(to),
        }),
      ),
    })),
    {
      title: t.shell.operations,
      commands: matching([
        ...operations,
        { id: 'documents', text: t.nav.documents, icon: icon(BookOpen), run: openDocuments },
        { id: 'sign-out', text: t.shell.signOut, icon: icon(LogOut), run: signOut },
      ]),
    },
  ].filter(({ commands }) => commands.length > 0)
}
