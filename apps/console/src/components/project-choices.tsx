import { Check } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete, Menu, MenuItem } from 'react-aria-components'
import { type FoundProject, useProjectSearch } from '../api/project-search.ts'
import { t } from '../texts/index.ts'
import { SearchBox } from '../ui/search-box.tsx'

interface ProjectChoicesProps {
  readonly chosenId?: string | undefined
  readonly onChoose: (project: FoundProject) => void
}

export function ProjectChoices({ chosenId, onChoose }: ProjectChoicesProps) {
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
        {projects.map((project) => (
          <MenuItem
            key={project.id}
            id={project.id}
            textValue={project.name}
            onAction={() => onChoose(project)}
            className="flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 outline-none data-focused:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate">{project.name}</span>
            {project.id === chosenId && <Check size={15} aria-hidden className="text-accent" />}
          </MenuItem>
        ))}
      </Menu>
    </Autocomplete>
  )
}
