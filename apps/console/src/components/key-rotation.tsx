import type { SigningKey } from '@signet/contracts'
import { formatDate } from '../texts/format.ts'
import { t } from '../texts/index.ts'
import { cx } from '../ui/cx.ts'
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
  const due = rotationDue(keys)
  return (
    <FormDialog
      label={t.keys.rotate}
      kind={due !== null && isRotationNear(due, Date.now()) ? 'primary' : 'secondary'}
      refusal={set.refusal}
      title={t.keys.rotate}
      text={t.keys.rotateText}
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
          <p>{effectOfRotation(states.find(({ algorithm }) => algorithm === alg)?.next)}</p>
          <States states={states} chosen={alg} />
        </>
      )}
    </FormDialog>
  )
}

const cell = 'px-2 py-1.5 text-left align-top'

/** The signing key of each algorithm, and the key that signs after it. The rotation changes the selected algorithm. */
const States = ({ states, chosen }: { states: readonly RotationState[]; chosen: string }) => (
  <table className="w-full border-collapse text-sm">
    <thead className="border-b border-line text-quiet">
      <tr>
        {[t.keys.algorithm, t.keys.signing, t.keys.next].map((name) => (
          <th key={name} scope="col" className={cx(cell, 'font-normal')}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {states.map(({ algorithm, signing, next }) => (
        <tr
          key={algorithm}
          aria-current={algorithm === chosen ? 'true' : undefined}
          className={cx('border-b border-line last:border-b-0', algorithm === chosen && 'bg-accent-ground')}
        >
          <th scope="row" className={cx(cell, algorithm === chosen ? 'font-medium' : 'font-normal')}>
            {algorithm}
          </th>
          <td className={cell}>{signing ? <Kid of={signing} /> : '–'}</td>
          <td className={cell}>
            {next ? <NextSigner signingKey={next} /> : algorithm === chosen ? t.keys.publishedNow : '–'}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Kid = ({ of: { kid } }: { of: SigningKey }) => <code className="font-mono">{kid.slice(0, 8)}</code>

const NextSigner = ({ signingKey: key }: { signingKey: SigningKey }) => (
  <>
    <Kid of={key} />{' '}
    {isReady(key) ? t.keys.ready : t.keys.readyAt(formatDate(key.promotableAt ?? '', 'minute'))}
  </>
)
