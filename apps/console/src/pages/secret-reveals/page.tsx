import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation, useOperationMutation } from '../../api/operation.ts'
import { problemOf } from '../../api/problem.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Values } from '../../components/values.tsx'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { labelOfTool } from '../../texts/operation-label.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** A secret that an agent made, for the administrator it acts for. Once revealed it lives in this page's memory alone. */
export function SecretRevealPage() {
  const { revealId } = useParams({ from: '/shell/secret-reveals/$revealId' })
  const reveal = useOperation('secret_reveal_get', { revealId })
  const { mutate, isPending, error } = useOperationMutation('secret_reveal_open')
  const [revealed, setRevealed] = useState<Readonly<Record<string, string>> | null>(null)
  const open = () => mutate({ revealId }, { onSuccess: (answer) => setRevealed(answer.revealed) })
  return (
    <Page
      title={t.secretReveals.title}
      width="narrow"
      text={t.secretReveals.madeBy(reveal.clientName, labelOfTool(reveal))}
    >
      <Values title={t.secretReveals.call} members={reveal.input} />
      {revealed ? (
        <Revealed secrets={revealed} />
      ) : (
        <>
          <Notice tone="caution" title={t.secretReveals.once}>
            {t.secretReveals.onceText}
          </Notice>
          <ProblemNotice problem={error ? problemOf(error) : null} />
          <div className="flex flex-wrap items-center gap-3">
            <Button kind="primary" onPress={open} isPending={isPending}>
              {t.secretReveals.reveal}
            </Button>
            <span className="text-sm text-quiet">
              {t.secretReveals.expires} <RelativeTime at={reveal.expiresAt} />
            </span>
          </div>
        </>
      )}
    </Page>
  )
}

const Revealed = ({ secrets }: { secrets: Readonly<Record<string, string>> }) => (
  <section className="grid gap-4" aria-label={t.secretReveals.title}>
    <Notice tone="caution" title={t.common.secretTitle}>
      {t.common.secretText}
    </Notice>
    {Object.entries(secrets).map(([name, value]) => (
      <TextField
        key={name}
        label={name}
        isReadOnly
        mono
        value={value}
        after={<CopyButton value={value} what={name} />}
      />
    ))}
  </section>
)
