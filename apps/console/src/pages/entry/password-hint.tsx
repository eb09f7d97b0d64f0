import { limits } from '@signet/contracts'
import { formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { cx } from '../../ui/cx.ts'

const { min } = limits.administratorPasswordCharacters

const steps = Array.from({ length: min }, (_, index) => index)

/** Shows the required length as a bar, and the number of missing characters while the user types. */
export const PasswordHint = ({ password }: { readonly password: string }) => {
  const missing = min - password.length
  const color = missing > 0 ? 'bg-accent' : 'bg-good'
  return (
    <>
      <span aria-hidden className="mb-1.5 flex gap-0.5">
        {steps.map((step) => (
          <span
            key={step}
            className={cx('h-1 grow rounded-full', step < password.length ? color : 'bg-line')}
          />
        ))}
      </span>
      {password && missing > 0 ? t.entry.charactersMissing(missing) : t.entry.passwordHint(formatNumber(min))}
    </>
  )
}
