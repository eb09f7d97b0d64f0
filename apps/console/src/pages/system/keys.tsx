import { useOperation } from '../../api/operation.ts'
import { KeyTracks } from '../../components/key-actions.tsx'
import { RotateKeys } from '../../components/key-rotation.tsx'
import { MoreKeyActions } from '../../components/key-set.tsx'
import { t } from '../../texts/index.ts'

export function InstanceKeys() {
  const { keys } = useOperation('jwks_list', {})
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-2xl text-quiet text-pretty">{t.system.keysText}</p>
        <div className="flex flex-wrap gap-2">
          <RotateKeys refusal={null} keys={keys} />
          <MoreKeyActions refusal={null} />
        </div>
      </div>
      <KeyTracks keys={keys} refusal={null} />
    </>
  )
}
