import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { ProjectChoices } from '../components/project-choices.tsx'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'
import { ProjectCrumb } from './project-crumb.ts'

export function ProjectSwitcher({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
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
          {({ close }) => (
            <ProjectChoices
              chosenId={projectId}
              onChoose={({ id }) => {
                close()
                void navigate(paths.project(id))
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
