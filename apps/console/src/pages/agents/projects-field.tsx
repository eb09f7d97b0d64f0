import { Plus, X } from 'lucide-react'
import { Dialog, DialogTrigger, Group, Popover } from 'react-aria-components'
import { useProjectNames } from '../../api/project-search.ts'
import { ProjectChoices } from '../../components/project-choices.tsx'
import { t } from '../../texts/index.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { errorStyle, hintStyle } from '../../ui/field.tsx'

interface ProjectsFieldProps {
  readonly value: readonly string[]
  readonly onChange: (projectIds: readonly string[]) => void
  readonly error: string | undefined
}

/** Projects by name. */
export function ProjectsField({ value, onChange, error }: ProjectsFieldProps) {
  const names = useProjectNames(value.map((projectId) => ({ projectId })))
  const nameOf = (id: string): string => names.get(id) ?? id
  return (
    <Group aria-label={t.agents.projects} className="grid gap-1.5">
      <span className="font-medium" aria-hidden>
        {t.agents.projects}
      </span>
      <ul className="grid gap-1 empty:hidden">
        {value.map((id) => (
          <li key={id} className="flex items-center gap-1">
            <span className="min-w-0 flex-1 rounded-md bg-sunken px-2.5 py-1.5 wrap-anywhere">
              {nameOf(id)}
            </span>
            <IconButton
              label={t.agents.removeProject(nameOf(id))}
              icon={<X size={15} aria-hidden />}
              onPress={() => onChange(value.filter((each) => each !== id))}
            />
          </li>
        ))}
      </ul>
      <span className={hintStyle}>{t.agents.projectsHint}</span>
      {error && <span className={errorStyle}>{error}</span>}
      <DialogTrigger>
        <Button
          kind="quiet"
          size="sm"
          className="-ml-2 justify-self-start"
          icon={<Plus size={14} aria-hidden />}
        >
          {t.agents.addProject}
        </Button>
        <Popover placement="bottom start" className="overlay-motion w-72 rounded-lg bg-raised shadow-float">
          <Dialog aria-label={t.agents.projects} className="outline-none">
            {({ close }) => (
              <ProjectChoices
                onChoose={({ id }) => {
                  close()
                  onChange([...new Set([...value, id])])
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </Group>
  )
}
