import { useParams } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useOperation, useOperationPage } from '../../api/operation.ts'
import { isCode } from '../../api/problem.ts'
import { KeyTracks } from '../../components/key-actions.tsx'
import { RotateKeys } from '../../components/key-rotation.tsx'
import { MoreKeyActions } from '../../components/key-set.tsx'
import { ListEmpty } from '../../components/list-empty.tsx'
import { ReadProblem } from '../../components/read-problem.tsx'
import { refusalFor } from '../../components/refusal.ts'
import { Page } from '../../layouts/page.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { CopyValue } from '../../ui/copy.tsx'

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
            <RotateKeys {...section} keys={query.data.keys} />
            <MoreKeyActions {...section} />
          </>
        )
      }
    >
      {query.error && !isCode(query.error, 'instance_keys') && <ReadProblem query={query} />}
      {query.error && isCode(query.error, 'instance_keys') && (
        <Card flush>
          <ListEmpty kind="objects" icon={<KeyRound size={20} />} title={t.keys.instanceKeys}>
            {t.keys.instanceKeysText}
          </ListEmpty>
        </Card>
      )}
      {query.data && <KeyTracks keys={query.data.keys} {...section} />}
      {query.data && project.issuer && (
        <Card title={t.keys.keySet} text={t.keys.keySetText}>
          <CopyValue value={`${project.issuer}/jwks`} what={t.keys.keySet} />
        </Card>
      )}
    </Page>
  )
}
