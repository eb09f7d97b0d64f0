import { useState } from 'react'
import type { FoundProject } from '../../api/project-search.ts'
import { ProjectChoices } from '../../components/project-choices.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TestSignIn } from './start.tsx'

/** Shown without a pending test. */
export function ChooseProject() {
  const [project, choose] = useState<FoundProject>()
  return (
    <Card title={t.signInTest.choose} text={t.signInTest.chooseText}>
      <div className="overflow-hidden rounded-lg ring-1 ring-line">
        <ProjectChoices chosenId={project?.id} onChoose={choose} />
      </div>
      {project && (
        <div>
          <TestSignIn project={project} kind="primary" />
        </div>
      )}
    </Card>
  )
}
