import type { Project } from '@signet/contracts'
import type { LinkProps } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { ButtonLink, TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TestSignIn } from '../sign-in-test/start.tsx'

type Summary = Answer<'project_summary_get'>

/** The steps are shown to an editor until the first sign-in. */
export const hasChecklist = (project: Project, { signInSeen }: Summary): boolean =>
  project.can.edit && !signInSeen

/** Steps to the first sign-in. The first open step has the primary button. */
export function Checklist({ project, summary }: { project: Project; summary: Summary }) {
  const { id: projectId } = project
  const hasApplication = summary.applications > 0
  const hasUser = summary.users > 0
  const steps = [
    { text: t.projects.stepApplication, isDone: hasApplication, to: paths.applicationNew(projectId) },
    { text: t.projects.stepUser, isDone: hasUser, to: paths.userNew(projectId) },
    {
      text: t.projects.stepSignIn,
      isDone: false,
      action: <TestSignIn project={project} kind={hasApplication && hasUser ? 'primary' : 'secondary'} />,
    },
  ]
  const firstOpen = steps.find(({ isDone }) => !isDone)
  return (
    <Card title={t.projects.checklist} text={t.projects.checklistText}>
      <ul className="grid gap-2.5">
        {steps.map((step) => (
          <li key={step.text} className="flex flex-wrap items-center gap-2.5">
            {step.isDone ? (
              <Check size={16} aria-label={t.projects.stepDone} className="shrink-0 text-good" />
            ) : (
              <Circle size={16} aria-label={t.projects.stepOpen} className="shrink-0 text-quiet" />
            )}
            <StepText {...step} isFirstOpen={step === firstOpen} />
            {step.action}
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface StepTextProps {
  readonly text: string
  readonly isDone: boolean
  readonly isFirstOpen: boolean
  readonly to?: LinkProps
}

function StepText({ text, isDone, isFirstOpen, to }: StepTextProps) {
  if (isDone || !to) return <span className={isDone ? 'text-quiet' : ''}>{text}</span>
  if (!isFirstOpen) return <TextLink {...to}>{text}</TextLink>
  return (
    <ButtonLink {...to} kind="primary" size="sm">
      {text}
    </ButtonLink>
  )
}
