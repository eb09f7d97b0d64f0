import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import type { FoundProject } from '../../api/project-search.ts'
import { ProjectChoices } from '../../components/project-choices.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TestSignIn } from './start.tsx'

/** Shown without a pending test. */
export function ChooseProject() {
  const [project, choose] = useState<FoundProject>()
  return (
    <Card title={t.signInTest.title} text={t.signInTest.chooseText}>
      <div className="flex flex-wrap items-center gap-2">
        <DialogTrigger>
          <Button kind={project ? 'secondary' : 'primary'}>
            <span className="max-w-64 truncate">{project?.name ?? t.signInTest.choose}</span>
            <ChevronsUpDown size={14} aria-hidden />
          </Button>
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
        {project && <TestSignIn project={project} kind="primary" />}
      </div>
    </Card>
  )
}
