import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import {
  Button as AriaButton,
  Autocomplete,
  Dialog,
  DialogTrigger,
  Menu,
  MenuItem,
  Popover,
} from 'react-aria-components'
import { useProjectSearch } from '../api/project-search.ts'
import { ProjectCrumb } from '../pages/projects/crumb.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'
import { SearchBox } from '../ui/search-box.tsx'

/** Which project one is in, and the way to any other by its name. */
export function ProjectSwitcher({ projectId }: { projectId: string }) {
  return (
    <DialogTrigger>
      <AriaButton className="flex w-full items-center gap-2.5 rounded-lg bg-surface px-2.5 py-2 text-left shadow-card ring-1 ring-line hover:bg-hover">
        <span className="min-w-0 flex-1 truncate font-medium">
          <span className="sr-only">{t.shell.switchProject}: </span>
          <ProjectCrumb />
        </span>
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
      </AriaButton>
      <Popover placement="bottom start" className="overlay-motion w-72 rounded-lg bg-raised shadow-float">
        <Dialog aria-label={t.shell.switchProject} className="outline-none">
          {({ close }) => <Choices projectId={projectId} onClose={close} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Choices({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  const projects = useProjectSearch(q)
  return (
    <Autocomplete disableAutoFocusFirst={q === ''}>
      <div className="border-b border-line p-2">
        <SearchBox
          label={t.shell.searchProjects}
          placeholder={t.shell.searchProjects}
          value={q}
          onChange={setQ}
        />
      </div>
      <Menu
        aria-label={t.nav.projects}
        className="max-h-[50vh] overflow-y-auto p-1 outline-none"
        renderEmptyState={() => <p className="px-2 py-4 text-center text-quiet">{t.shell.noProject}</p>}
      >
        {projects.map(({ id, name }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={name}
            onAction={() => {
              onClose()
              void navigate(paths.project(id))
            }}
            className="flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 outline-none data-focused:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {id === projectId && <Check size={15} aria-hidden className="text-accent" />}
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  )
}
