import type { Project } from '@signet/contracts'
import { LogIn } from 'lucide-react'
import { useOperationMutation } from '../../api/change.ts'
import { problemOf } from '../../api/problem.ts'
import { Permitted } from '../../components/permitted.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { t } from '../../texts/index.ts'
import type { ButtonKind } from '../../ui/button-style.ts'
import { toast } from '../../ui/toast.ts'
import { beginTest } from './pending.ts'

interface TestSignInProps {
  /** The button is disabled without a project. */
  readonly project: Project | undefined
  readonly kind?: ButtonKind
}

const refusalOf = (project: Project): string | null =>
  refusalFor(project, 'edit') ??
  (project.issuer ? null : t.signInTest.noAddress) ??
  (window.isSecureContext ? null : t.signInTest.insecure)

/** Starts a real sign-in in this window, whose tokens are shown afterwards. */
export function TestSignIn({ project, kind = 'secondary' }: TestSignInProps) {
  const { mutate, isPending } = useOperationMutation('project_sign_in_test_start')
  const refusal = project ? refusalOf(project) : t.signInTest.choose
  const begin = () => {
    if (!project) return
    const { id: projectId } = project
    mutate(
      { projectId },
      {
        onSuccess: async (test) => {
          if ('clientId' in test) window.location.assign(await beginTest(projectId, test))
        },
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  }
  return (
    <Permitted
      kind={kind}
      refusal={refusal}
      isPending={isPending}
      onPress={begin}
      icon={<LogIn size={15} aria-hidden />}
    >
      {t.signInTest.start}
    </Permitted>
  )
}
