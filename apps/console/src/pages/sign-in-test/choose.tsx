import { ChevronsUpDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { FoundProject } from '../../api/project-search.ts'
import { ProjectChoices } from '../../components/project-choices.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { controlStyle } from '../../ui/field.tsx'
import { TestSignIn } from './start.tsx'

/** Shown without a pending test. */
export function ChooseProject() {
  const [project, choose] = useState<FoundProject>()
  const label = useId()
  const button = useId()
  return (
    <Card>
      <p className="text-quiet text-pretty">{t.signInTest.chooseText}</p>
      <div className="flex flex-wrap items-end gap-2">
        <DialogTrigger>
          <div className="grid w-72 gap-1.5">
            <span id={label} className="text-sm font-medium">
              {t.nav.project}
            </span>
            <Button
              id={button}
              aria-labelledby={`${label} ${button}`}
              className={cx(controlStyle, 'flex h-9 items-center justify-between gap-2')}
            >
              <span className="truncate">{project?.name ?? t.signInTest.choose}</span>
              <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
            </Button>
          </div>
          <Popover placement="bottom start" className="overlay-motion w-72 rounded-lg bg-raised shadow-float">
            <Dialog aria-label={t.signInTest.choose} className="outline-none">
              {({ close }) => (
                <ProjectChoices
                  chosenId={project?.id}
                  onChoose={(chosen) => {
                    close()
                    choose(chosen)
                  }}
                />
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
        <TestSignIn project={project} kind="primary" />
      </div>
    </Card>
  )
}
