import type { PlannedChange, Problem } from '@signet/contracts'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { problemOf } from '../../api/problem.ts'
import { arePlanned } from '../../components/planned-changes.tsx'
import { t } from '../../texts/index.ts'
import { toast } from '../../ui/toast.ts'
import type { ProjectFileValues } from './file-form.ts'

export interface Plan {
  readonly file: ProjectFileValues
  readonly digest: string
  readonly changes: readonly PlannedChange[]
  /** The project changed after an earlier plan of the file. */
  readonly isRenewed: boolean
}

export const isHarmful = ({ changes }: Plan): boolean =>
  changes.some(({ effects }) => effects.includes('destroys') || effects.includes('locks-out'))

/** Returns the new plan of a refused application. */
function planIn({ code, plan }: Problem & { readonly plan?: unknown }): Omit<Plan, 'file'> | null {
  if (code !== 'plan_outdated' || typeof plan !== 'object' || plan === null) return null
  const { changes, digest } = plan as { readonly changes?: unknown; readonly digest?: unknown }
  return arePlanned(changes) && typeof digest === 'string' ? { changes, digest, isRenewed: true } : null
}

/** Applies a file with the digest of the plan that the administrator has seen. */
export function useProjectFile(projectId: string) {
  const [plan, setPlan] = useState<Plan | null>(null)
  const planning = useOperationMutation('project_file_plan')
  const applying = useOperationMutation('project_file_apply')
  const forget = (): void => {
    setPlan(null)
    planning.reset()
    applying.reset()
  }
  const run = (file: ProjectFileValues): void => {
    forget()
    planning.mutate(
      { projectId, file },
      { onSuccess: (planned) => 'digest' in planned && setPlan({ ...planned, file, isRenewed: false }) },
    )
  }
  const apply = ({ file, digest }: Plan): void =>
    applying.mutate(
      { projectId, file, digest },
      {
        onSuccess: () => {
          toast(t.projects.file.applied)
          forget()
        },
        onError: (error) => {
          const renewed = planIn(problemOf(error))
          if (renewed) setPlan({ file, ...renewed })
        },
      },
    )
  const problem = planning.error ?? applying.error
  return {
    plan,
    forget,
    run,
    apply,
    isPlanning: planning.isPending,
    isApplying: applying.isPending,
    problem: problem && !plan?.isRenewed ? problemOf(problem) : null,
  }
}
