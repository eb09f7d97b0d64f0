import { useOperation } from '../../api/operation.ts'
import { KeyTracks } from '../../components/key-actions.tsx'
import { RotateKeys } from '../../components/key-rotation.tsx'
import { GenerateKey } from '../../components/key-set.tsx'
import { t } from '../../texts/index.ts'

export function InstanceKeys() {
  const { keys } = useOperation('jwks_list', {})
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-2xl text-quiet text-pretty">{t.system.keysText}</p>
        <div className="flex flex-wrap gap-2">
          <GenerateKey refusal={null} />
          <RotateKeys refusal={null} keys={keys} />
        </div>
      </div>
      <KeyTracks keys={keys} refusal={null} />
    </>
  )
}
