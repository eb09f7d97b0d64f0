import type { Project } from '@signet/contracts'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { operationQuery } from '../../api/operation.ts'
import { AttentionCard, AttentionList } from '../../components/attention.tsx'
import { isReady } from '../../components/key-life.ts'
import { ButtonLink, TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { TestSignIn } from '../sign-in-test/start.tsx'

type Summary = Answer<'project_summary_get'>

export function Attention({ project }: { project: Project }) {
  const { id: projectId } = project
  const summary = useQuery(operationQuery('project_summary_get', { projectId })).data
  const keys = useQuery({
    ...operationQuery('project_key_list', { projectId }),
    enabled: project.can.edit,
  }).data
  const ready = keys?.keys.filter(isReady) ?? []
  return (
    <AttentionList label={t.projects.attention}>
      {project.held && (
        <AttentionCard
          kind={t.projects.holdKind}
          title={t.projects.holdTitle}
          action={<ButtonLink {...paths.directories(projectId)}>{t.projects.holdAction}</ButtonLink>}
        >
          {t.projects.holdText}
        </AttentionCard>
      )}
      {ready.map(({ kid, algorithm }) => (
        <AttentionCard
          key={kid}
          tone="accent"
          kind={t.projects.keyKind}
          title={t.projects.keyTitle(algorithm)}
          action={<ButtonLink {...paths.keys(projectId)}>{t.projects.keyAction}</ButtonLink>}
        >
          {t.projects.keyText}
        </AttentionCard>
      ))}
      {summary && <PlanWarnings projectId={projectId} summary={summary} />}
      {summary && !summary.mailConfigured && project.emailVerificationRequired && (
        <AttentionCard kind={t.projects.mailKind} title={t.projects.mailTitle}>
          {t.projects.mailText}
        </AttentionCard>
      )}
    </AttentionList>
  )
}

const PlanWarnings = ({ projectId, summary: { plan } }: { projectId: string; summary: Summary }) =>
  plan?.warnings.map(({ limit, level }) => (
    <AttentionCard
      key={limit}
      tone={level === 'reached' ? 'problem' : 'caution'}
      kind={t.projects.planKind}
      title={(level === 'reached' ? t.projects.planReached : t.projects.planNear)(t.projects.limits[limit])}
      action={<ButtonLink {...paths.projectActivity(projectId)}>{t.projects.planAction}</ButtonLink>}
    >
      {plan.signUpsPaused && limit === 'monthlyActiveUsers' && t.projects.planPaused}
    </AttentionCard>
  ))

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
