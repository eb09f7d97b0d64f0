import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { useOperation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ButtonLink } from '../../components/link.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Page } from '../../layouts/page.tsx'
import { Waiting } from '../../layouts/waiting.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { ChooseProject } from './choose.tsx'
import { forgetTest, type PendingTest, pendingTest } from './pending.ts'
import { TestSignIn } from './start.tsx'
import { Tokens } from './tokens.tsx'

/** Redirect target of a sign-in test. Removes the code from the address first. */
export function SignInTestPage() {
  const {
    code,
    state,
    iss,
    error,
    error_description: description,
  } = useSearch({ from: '/shell/sign-in-test' })
  const [back] = useState(() => ({ code, iss, error, description, test: pendingTest(state) }))
  const navigate = useNavigate()
  useEffect(() => {
    if (state !== undefined) void navigate({ ...paths.signInTest(), replace: true })
  }, [state, navigate])
  return (
    <Page title={t.signInTest.title} text={t.signInTest.text} width="narrow">
      {back.test ? <Finish {...back} test={back.test} /> : <ChooseProject />}
    </Page>
  )
}

interface FinishProps {
  readonly test: PendingTest
  readonly code: string | undefined
  readonly iss: string | undefined
  readonly error: string | undefined
  readonly description: string | undefined
}

function Finish({ test, code, iss, error, description }: FinishProps) {
  const { projectId, clientId, codeVerifier, nonce } = test
  const project = useOperation('project_get', { projectId })
  const { mutate, data, error: failed } = useOperationMutation('project_sign_in_test_finish')
  // A code is redeemed once (RFC 6749 4.1.2).
  useEffect(() => {
    forgetTest()
    mutate({ projectId, clientId, codeVerifier, nonce, ...(code ? { code } : {}), ...(iss ? { iss } : {}) })
  }, [])
  if (failed) return <ProblemNotice problem={problemOf(failed)} />
  if (!data || !('status' in data)) return <Waiting />
  const refused = [error, description].filter(Boolean).join(': ')
  return (
    <>
      {data.status === 'failed' ? (
        <Notice tone="problem" title={t.signInTest.failed}>
          {refused || data.problem}
        </Notice>
      ) : (
        <Notice title={t.signInTest.succeeded}>{t.signInTest.succeededText}</Notice>
      )}
      <Tokens result={data} />
      <div className="flex flex-wrap gap-2">
        <TestSignIn project={project} kind="primary" />
        <ButtonLink {...paths.project(projectId)}>{project.name}</ButtonLink>
      </div>
    </>
  )
}
