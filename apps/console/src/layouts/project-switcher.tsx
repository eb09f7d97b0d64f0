import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { LetterMark } from '../components/object-mark.tsx'
import { ProjectChoices } from '../components/project-choices.tsx'
import { paths } from '../paths.ts'
import { t } from '../texts/index.ts'
import { useProjectName } from './project-crumb.ts'

export function ProjectSwitcher({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
  const name = useProjectName()
  return (
    <DialogTrigger>
      <AriaButton className="flex w-full items-center gap-2.5 rounded-lg bg-surface px-2.5 py-1.5 text-left shadow-card ring-1 ring-line hover:bg-hover">
        <LetterMark name={name} size="menu" />
        <span className="grid min-w-0 flex-1">
          <span className="sr-only">{t.shell.switchProject}: </span>
          <span className="truncate font-medium">{name}</span>
          <span aria-hidden className="text-xs text-quiet">
            {t.nav.project}
          </span>
        </span>
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
      </AriaButton>
      <Popover placement="bottom start" className="overlay-motion w-72 rounded-lg bg-raised shadow-float">
        <Dialog aria-label={t.shell.switchProject} className="outline-none">
          {({ close }) => (
            <>
              <ProjectChoices
                chosenId={projectId}
                onChoose={({ id }) => {
                  close()
                  void navigate(paths.project(id))
                }}
              />
              <div className="border-t border-line p-1">
                <Link
                  {...paths.projects()}
                  onClick={close}
                  className="flex rounded-md px-2 py-1.5 text-quiet hover:bg-hover hover:text-ink"
                >
                  {t.nav.allProjects}
                </Link>
              </div>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
