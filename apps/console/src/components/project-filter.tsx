import { ChevronDown } from 'lucide-react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useProjectNames } from '../api/project-search.ts'
import { t } from '../texts/index.ts'
import { filterStyle } from './filter-style.ts'
import { ProjectChoices } from './project-choices.tsx'

interface ProjectFilterProps {
  readonly value: string | undefined
  readonly onChange: (projectId: string) => void
}

export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const names = useProjectNames([{ projectId: value ?? null }])
  return (
    <DialogTrigger>
      <AriaButton className={filterStyle}>
        {value && <span className="font-normal text-quiet">{t.nav.project}</span>}
        <span className="min-w-0 flex-1 truncate text-left">
          {value ? (names.get(value) ?? value) : t.nav.project}
        </span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-quiet" />
      </AriaButton>
      <Popover placement="bottom start" className="overlay-motion w-72 rounded-lg bg-raised shadow-float">
        <Dialog aria-label={t.nav.project} className="outline-none">
          {({ close }) => (
            <ProjectChoices
              chosenId={value}
              onChoose={({ id }) => {
                close()
                onChange(id)
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
