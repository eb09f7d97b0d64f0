import { userExportPath } from '@signet/contracts'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { problemOf } from '../../api/problem.ts'
import { Permitted } from '../../components/permitted.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { saveBlob } from '../../components/save-file.ts'
import { base, freshSignInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'

interface ExportCardProps {
  readonly projectId: string
  readonly refusal: string | null
  readonly isSuper: boolean
}

/** Offers hashes only to a super administrator, in an encrypted file. */
export function ExportCard({ projectId, refusal, isSuper }: ExportCardProps) {
  const [withHashes, setWithHashes] = useState(false)
  const [recipient, setRecipient] = useState('')
  const [isLoading, setLoading] = useState(false)
  const { mutate, isPending, error, reset } = useOperationMutation('project_user_export')
  const problem = error ? problemOf(error) : null
  const download = async (permission: string): Promise<void> => {
    setLoading(true)
    try {
      const response = await fetch(userExportPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ export: permission }),
      })
      if (!response.ok) throw new TypeError(`The export was answered with ${response.status}.`)
      saveBlob(await response.blob(), withHashes ? 'users.ndjson.age' : 'users.ndjson')
      toast(t.users.transfer.exported)
    } catch {
      toast(t.problems.unreachableText)
    } finally {
      setLoading(false)
    }
  }
  const run = (): void =>
    mutate(
      { projectId, ...(withHashes ? { recipient: recipient.trim() } : {}) },
      { onSuccess: (granted) => void download(granted.export) },
    )
  return (
    <Card title={t.users.transfer.exportTitle} text={t.users.transfer.exportText}>
      <div className="grid grid-cols-1 justify-items-start gap-4">
        {isSuper && (
          <div className="w-full">
            <Switch
              label={t.users.transfer.withHashes}
              hint={t.users.transfer.withHashesText}
              isSelected={withHashes}
              onChange={(on) => {
                setWithHashes(on)
                reset()
              }}
            />
          </div>
        )}
        {withHashes && (
          <div className="w-full">
            <TextField
              label={t.users.transfer.recipient}
              hint={t.users.transfer.recipientHint}
              autoComplete="off"
              spellCheck="false"
              value={recipient}
              onChange={setRecipient}
            />
          </div>
        )}
        {problem?.code === 'fresh_sign_in_required' ? (
          <Notice tone="caution" title={problem.title}>
            <p>{t.users.transfer.fresh}</p>
            <a className="underline" href={freshSignInUrl(`${base}/projects/${projectId}/users/transfer`)}>
              {t.shell.signInAgain}
            </a>
          </Notice>
        ) : (
          <ProblemNotice problem={problem} />
        )}
        <Permitted
          refusal={refusal}
          isDisabled={withHashes && recipient.trim() === ''}
          isPending={isPending || isLoading}
          onPress={run}
        >
          {t.users.transfer.export}
        </Permitted>
      </div>
    </Card>
  )
}
