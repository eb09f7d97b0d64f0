import type { SigningKey } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { isCode, problemOf } from '../../api/problem.ts'
import { ChangeButton, ConfirmButton } from '../../components/change-button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { isReady, KeyTrack } from '../../components/key-track.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { formatDate } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'

const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'Ed25519'] as const
const options = algorithms.map((value) => ({ value, label: value }))

/** The signing keys of a project, as far as it has its own. */
export function KeysPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/keys' })
  const project = useOperation('project_get', { projectId })
  const query = useOperationPage('project_key_list', { projectId })
  const refusal = refusalFor(project, 'edit')
  const section = { projectId, refusal }
  return (
    <Page
      title={t.nav.keys}
      text={t.keys.text}
      actions={
        query.data && (
          <>
            <Generate {...section} />
            <Rotate {...section} />
          </>
        )
      }
    >
      {query.error && !isCode(query.error, 'instance_keys') && (
        <ProblemNotice problem={problemOf(query.error)} />
      )}
      {query.error && isCode(query.error, 'instance_keys') && (
        <Card flush>
          <EmptyState icon={<KeyRound size={20} />} title={t.keys.instanceKeys}>
            {t.keys.instanceKeysText}
          </EmptyState>
        </Card>
      )}
      {query.data && (
        <KeyTrack keys={query.data.keys} actions={(key) => <KeyActions {...section} signingKey={key} />} />
      )}
    </Page>
  )
}

interface SectionProps {
  readonly projectId: string
  readonly refusal: string | null
}

const Generate = ({ projectId, refusal }: SectionProps) => (
  <FormDialog
    label={t.keys.generate}
    refusal={refusal}
    title={t.keys.generate}
    text={t.keys.generateText}
    operation="project_key_generate"
    initial={{ alg: 'ES256' as (typeof algorithms)[number] }}
    toInput={({ alg }) => ({ projectId, alg })}
    fields={['alg']}
    submitLabel={t.keys.generate}
    done={t.keys.generated}
  >
    {({ values, set }) => (
      <Select
        label={t.keys.algorithm}
        options={options}
        value={values.alg}
        onChange={(alg) => set({ alg })}
      />
    )}
  </FormDialog>
)

const Rotate = ({ projectId, refusal }: SectionProps) => (
  <FormDialog
    label={t.keys.rotate}
    kind="primary"
    refusal={refusal}
    title={t.keys.rotate}
    text={t.keys.rotateText}
    operation="project_key_rotate"
    initial={{ alg: 'ES256' as (typeof algorithms)[number] }}
    toInput={({ alg }) => ({ projectId, alg })}
    fields={['alg']}
    submitLabel={t.keys.rotate}
    done={({ rotatableAt }) =>
      rotatableAt ? t.keys.rotatedLater(formatDate(rotatableAt, 'day')) : t.keys.rotated
    }
  >
    {({ values, set }) => (
      <Select
        label={t.keys.algorithm}
        options={options}
        value={values.alg}
        onChange={(alg) => set({ alg })}
      />
    )}
  </FormDialog>
)

function KeyActions({ projectId, refusal, signingKey: key }: SectionProps & { signingKey: SigningKey }) {
  const input = { projectId, kid: key.kid }
  const confirmed = { ...input, confirm: key.kid }
  return (
    <>
      {key.state === 'published' && (
        <ChangeButton
          size="sm"
          operation="project_key_promote"
          input={input}
          refusal={refusal ?? (isReady(key) ? null : t.keys.notReady)}
          done={t.keys.promoted}
        >
          {t.keys.promote}
        </ChangeButton>
      )}
      {key.state !== 'retired' && (
        <ConfirmButton
          size="sm"
          label={t.keys.retire}
          refusal={refusal ?? (key.state === 'signing' ? t.keys.retireSigning : null)}
          operation="project_key_retire"
          input={confirmed}
          title={t.keys.retireTitle}
          confirmLabel={t.keys.retire}
          done={t.keys.retiredDone}
        />
      )}
      <ConfirmButton
        size="sm"
        label={t.keys.revoke}
        refusal={refusal}
        operation="project_key_revoke"
        input={confirmed}
        title={t.keys.revokeTitle}
        confirmLabel={t.keys.revoke}
        typedName={key.kid.slice(0, 8)}
        done={t.keys.revoked}
      />
    </>
  )
}
