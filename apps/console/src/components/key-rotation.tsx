import type { SigningKey } from '@signet/contracts'
import { ArrowRight } from 'lucide-react'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { Select } from '../ui/select.tsx'
import { FormDialog } from './form-dialog.tsx'
import { isReady, isRotationNear, type RotationState, rotationDue, rotationStates } from './key-life.ts'
import { algorithmOptions, initialAlgorithm, type KeySetProps, operationsOf, scopeOf } from './key-set.tsx'

/** States the effect of a rotation on the keys of its algorithm. */
function effectOfRotation(next: SigningKey | undefined): string {
  if (!next?.promotableAt) return t.keys.rotateFirst
  if (isReady(next)) return t.keys.rotateReady(next.algorithm, next.kid.slice(0, 8))
  return t.keys.rotateWaiting(formatDate(next.promotableAt, 'minute'))
}

export function RotateKeys({ keys, ...set }: KeySetProps & { readonly keys: readonly SigningKey[] }) {
  const states = rotationStates(keys)
  const stateOf = (alg: string) =>
    states.find(({ algorithm }) => algorithm === alg) ?? { signing: undefined, next: undefined }
  const due = rotationDue(keys)
  return (
    <FormDialog
      label={t.keys.rotate}
      kind={due !== null && isRotationNear(due, Date.now()) ? 'primary' : 'secondary'}
      refusal={set.refusal}
      title={({ alg }) => t.keys.rotateTitle(alg)}
      operation={operationsOf(set).rotate}
      initial={initialAlgorithm}
      toInput={({ alg }) => ({ ...scopeOf(set), alg })}
      fields={['alg']}
      submitLabel={t.keys.rotate}
      done={({ rotatableAt }) =>
        rotatableAt ? t.keys.rotatedLater(formatDate(rotatableAt, 'day')) : t.keys.rotated
      }
    >
      {({ values: { alg }, set: change }) => (
        <>
          <Select
            label={t.keys.algorithm}
            options={algorithmOptions}
            value={alg}
            onChange={(next) => change({ alg: next })}
          />
          <Change {...stateOf(alg)} />
          <p>{effectOfRotation(stateOf(alg).next)}</p>
        </>
      )}
    </FormDialog>
  )
}

const side = 'grid min-w-0 flex-1 content-start gap-0.5 self-start'

/** The signing key of the algorithm, and the key that signs after it. */
const Change = ({ signing, next }: Pick<RotationState, 'signing' | 'next'>) => (
  <dl className="flex items-center gap-4 rounded-lg bg-sunken px-4 py-3 ring-1 ring-inset ring-line">
    <div className={side}>
      <dt className="text-sm text-quiet">{t.keys.signing}</dt>
      <dd>{signing ? <Signer signingKey={signing} /> : '–'}</dd>
    </div>
    <ArrowRight size={16} aria-hidden className="shrink-0 text-quiet" />
    <div className={side}>
      <dt className="text-sm text-quiet">{t.keys.next}</dt>
      <dd>{next ? <NextSigner signingKey={next} /> : t.keys.publishedNow}</dd>
    </div>
  </dl>
)

const Kid = ({ of: { kid } }: { of: SigningKey }) => <code className="font-mono">{kid.slice(0, 8)}</code>

const Note = ({ text }: { text: string }) => <span className="block text-sm text-quiet">{text}</span>

const Signer = ({ signingKey: key }: { signingKey: SigningKey }) => (
  <>
    <Kid of={key} />{' '}
    {key.signingSince && <Note text={t.keys.signsSince(formatDate(key.signingSince, 'day'))} />}
  </>
)

const NextSigner = ({ signingKey: key }: { signingKey: SigningKey }) => (
  <>
    <Kid of={key} />{' '}
    <Note text={isReady(key) ? t.keys.ready : t.keys.readyAt(formatDate(key.promotableAt ?? '', 'minute'))} />
  </>
)
